import { checkField } from '../field.ts';
import type { Subject, XlsformDraft } from './draft.ts';
import { readCalculation } from './equations.ts';
import { expressionIn, type Lists, type Placed, readField, type Telling, titleOf } from './fields.ts';
import { readLimits } from './limits.ts';
import { effectsOf, mostRules, rulesOf } from './rules.ts';
import type { Remark } from './sheets.ts';
import { leftColumn, type SurveyRow } from './survey.ts';
import { parseXpath, referencesIn } from './xpath.ts';

const mostCalculations = 500;

type Questions = Pick<XlsformDraft, 'form_fields' | 'logic' | 'calculations'> & {
  questions: number;
  mapped: number;
  remarks: Remark[];
};

/** What the rows of the survey sheet make of a form: entries, rules and calculations. */
export const readQuestions = (rows: readonly SurveyRow[], lists: Lists): Questions => {
  const remarks: Remark[] = [];
  const left = new Map<string, SurveyRow[]>();
  const telling: Telling = {
    remark: ({ row }, message) => remarks.push({ sheet: 'survey', row, message }),
    leave: (column, row) => left.set(column, [...(left.get(column) ?? []), row]),
  };
  const subjects = new Map<string, Subject>();
  const placed = placeFields(rows, lists, subjects, telling);
  const calculations = readCalculations(rows, subjects, telling);
  for (const one of placed) limit(one, telling);
  const rules = rulesOf(effectsOf(rows, placed, (name) => subjects.get(name) ?? null, telling));
  const tooMany = rules.slice(mostRules).flatMap(({ actions }) => actions);
  for (const { entry } of placed)
    if (tooMany.some(({ field_id }) => field_id === entry.field_id)) entry.is_required = false;
  if (tooMany.length > 0) {
    const message = `${rules.length} different conditions are more than the ${mostRules} that a form takes: ${tooMany.length} of their questions are always shown and need not be answered`;
    remarks.push({ sheet: 'survey', row: null, message });
  }
  return {
    form_fields: placed.map(({ entry }) => entry),
    logic: rules.slice(0, mostRules),
    calculations,
    questions: rows.filter(isQuestion).length,
    mapped: placed.filter(({ row }) => isQuestion(row)).length,
    remarks: [...remarks, ...[...left].map(([column, at]) => leftColumn('survey', column, at))],
  };
};

const isQuestion = ({ type }: SurveyRow) => !['begin', 'end', 'calculation', 'unasked'].includes(type.kind);

/** A group with a label opens a section; one without only holds questions together. */
const isSection = ({ type, label }: SurveyRow) => type.kind === 'begin' && label !== '';

const placeFields = (rows: readonly SurveyRow[], lists: Lists, subjects: Map<string, Subject>, telling: Telling) => {
  const placed: Placed[] = [];
  for (const row of rows) {
    const { type, name } = row;
    if (type.kind === 'unasked') telling.remark(row, `${titleOf(row)} is left out: nobody is asked for ${row.written}`);
    if (type.kind === 'begin' && type.of === 'repeat')
      telling.remark(row, `The questions of ${titleOf(row)} are asked once, not repeatedly`);
    const field = isQuestion(row) || isSection(row) ? readField(row, lists, telling) : null;
    if (!field) continue;
    const field_id = placed.length + 1;
    if (subjects.has(name)) telling.remark(row, `${name} is a name of an earlier row: expressions mean that one`);
    else if (name && isQuestion(row)) subjects.set(name, { scope: 'form', id: field_id, field });
    placed.push({ row, entry: { field_id, field, is_required: false, settings: {} } });
  }
  return placed;
};

/** The calculations, each after those that it uses. What they are called is added to `subjects`. */
const readCalculations = (rows: readonly SurveyRow[], subjects: Map<string, Subject>, telling: Telling) => {
  const calculations: XlsformDraft['calculations'] = [];
  const waiting = new Map(rows.filter(({ type }) => type.kind === 'calculation').map((row) => [row.name, row]));
  const lookup = (name: string) => subjects.get(name) ?? null;

  const add = (row: SurveyRow) => {
    if (!waiting.delete(row.name)) return;
    const text = row.get('calculation');
    for (const name of referencesIn(text)) if (waiting.has(name)) add(waiting.get(name)!);
    const expression = parseXpath(text);
    const draft = expression && readCalculation(expression, lookup);
    if (!draft || calculations.length === mostCalculations || subjects.has(row.name)) {
      telling.remark(row, `${titleOf(row)} is left out: only + - * div and mod of numbers can be calculated`);
      return;
    }
    const id = calculations.length + 1;
    subjects.set(row.name, { scope: 'calculator', id });
    calculations.push({ id, name: (row.label || row.name).slice(0, 255), ...draft });
    for (const column of ['relevant', 'constraint', 'required', 'read_only'])
      if (row.get(column)) telling.leave(column, row);
  };
  for (const row of [...waiting.values()]) add(row);
  return calculations;
};

/** Takes over what a row says of the answers that it accepts. */
const limit = ({ row, entry }: Placed, { remark, leave }: Telling) => {
  if (row.get('calculation')) leave('calculation', row);
  const constraint = row.get('constraint');
  if (!constraint) return;
  const expression = parseXpath(constraint);
  const limits = expression && readLimits(expression, entry.field);
  const field = limits && { ...entry.field, metadata: { ...entry.field.metadata, ...limits.metadata } };
  const isTaken = field && checkField(field).issues.length === 0;
  if (isTaken) {
    Object.assign(entry.settings, limits.settings);
    entry.field = field;
  }
  if (isTaken && limits.isWhole) return;
  const isPart = isTaken && Object.keys({ ...limits.metadata, ...limits.settings }).length > 0;
  remark(
    row,
    `The constraint of ${titleOf(row)} is ${isPart ? 'taken over in part' : 'not taken over'}: ${expressionIn(constraint)}`,
  );
};
