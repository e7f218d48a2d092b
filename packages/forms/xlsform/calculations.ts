import { differenceRemark, planOf, spanIn } from './date-differences.ts';
import type { Subject, XlsformDraft } from './draft.ts';
import type { Arithmetic } from './equations.ts';
import { type ImportReporter, leaveAll, titleOf } from './fields.ts';
import { shortName } from './names.ts';
import type { SurveyRow } from './survey.ts';
import { parseXpath, referencesIn } from './xpath.ts';

const maxCalculations = 500;

/** The calculations, each after those that it uses. What stands for them in expressions is added to `subjects`. */
export const readCalculations = (
  rows: readonly SurveyRow[],
  subjects: Map<string, Subject>,
  telling: ImportReporter,
): XlsformDraft['calculations'] => {
  const calculations: XlsformDraft['calculations'] = [];
  const waiting = new Set(rows.filter(({ type }) => type.kind === 'calculation'));
  const byKey = new Map([...waiting].map((row) => [row.key, row]));
  const lookup = (key: string) => subjects.get(key) ?? null;

  const place = (name: string, draft: Arithmetic): Subject => {
    const id = calculations.length + 1;
    calculations.push({ id, name, ...draft });
    return { scope: 'calculator', id };
  };

  /** What an expression becomes, in the order in which it is calculated; null when it can't be. */
  const draftsOf = (text: string) => {
    const expression = parseXpath(text);
    if (!expression) return null;
    const plan = planOf(expression, lookup);
    const days = plan.needs.filter(({ key }) => !subjects.has(key));
    const isRead = plan.draft((key) => (days.some((one) => one.key === key) ? toCome : lookup(key))) !== null;
    return isRead && calculations.length + days.length < maxCalculations ? { plan, days } : null;
  };

  const add = (row: SurveyRow | undefined) => {
    if (!row || !waiting.delete(row)) return;
    const text = row.get('calculation');
    for (const key of referencesIn(text)) add(byKey.get(key));
    if (subjects.has(row.name))
      return telling.remark(row, 'name', `${row.name} is left out: another row has the same name`);
    const drafts = draftsOf(text);
    if (!drafts)
      return telling.remark(
        row,
        'calculation',
        `${titleOf(row)} is left out: only sums, differences, products, quotients and remainders of numbers can be calculated`,
      );
    const { plan, days } = drafts;
    const whole = row.label || row.name;
    const name = shortName(whole);
    if (name !== whole)
      telling.remark(row, 'label', `A calculation is called ${name}: its ${row.called('label')} is longer`);
    for (const [index, one] of days.entries()) {
      const daysName = shortName(`${index === 0 ? 'Days' : `Days ${index + 1}`} for ${whole}`);
      subjects.set(one.key, place(daysName, spanIn(one, 'days')));
      telling.remark(row, 'calculation', `${titleOf(row)} is calculated from another calculation, ${daysName}`);
    }
    const subject = place(name, plan.draft(lookup) as Arithmetic);
    subjects.set(row.key, subject);
    if (plan.gives && !subjects.has(plan.gives.key)) subjects.set(plan.gives.key, subject);
    const difference = differenceRemark(plan);
    if (difference) telling.remark(row, 'calculation', `In ${titleOf(row)}, ${difference}`);
    leaveAll(row, ['hint', 'relevant', 'constraint', 'required', 'read_only', 'appearance'], telling);
  };
  for (const row of [...waiting]) add(row);
  return calculations;
};

/** A calculation that gets its ID later. */
const toCome: Subject = { scope: 'calculator', id: 0 };
