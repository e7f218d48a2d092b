import type { Rule, RuleCondition } from '../definition/rule.ts';
import { type Logic, type Lookup, readLogic } from './condition-terms.ts';
import { conditionOf } from './conditions.ts';
import type { DraftEntry } from './draft.ts';
import { type EntryRow, expressionIn, type ImportReporter, titleOf } from './fields.ts';
import type { SurveyRow } from './survey.ts';
import { parseXpath } from './xpath.ts';

/** Something that holds of an entry under a condition. */
export type Effect = { type: 'show' | 'require' | 'lock'; entry: DraftEntry; condition: RuleCondition };

const isYes = (text: string) => /^(yes|true(\(\))?|1)$/i.test(text);
const isNo = (text: string) => /^(no|false(\(\))?|0)$/i.test(text);

/**
 * What rows say of when their questions are shown, required and locked. What always holds is written to the entries
 * themselves.
 */
export const effectsOf = (
  rows: readonly SurveyRow[],
  placed: readonly EntryRow[],
  { lookup, telling }: { lookup: Lookup; telling: ImportReporter },
): Effect[] => {
  const { remark, leave } = telling;
  const logicIn = (row: SurveyRow, column: string): Logic | null => {
    const text = row.get(column);
    if (isYes(text)) return { all: [] };
    if (isNo(text)) return { any: [] };
    const expression = parseXpath(text);
    const logic = expression && readLogic(expression, lookup);
    const outcome = column === 'relevant' ? ', so it’s always shown and optional' : '';
    if (text && !logic)
      remark(
        row,
        column,
        `The ${row.called(column)} of ${titleOf(row)} isn’t imported${outcome}: ${expressionIn(row, column)}`,
      );
    return logic;
  };
  const relevants = new Map<SurveyRow, Logic | null>();
  const isPlaced = new Set(placed.map(({ row }) => row));
  for (const row of rows)
    if (isPlaced.has(row) || row.type.kind === 'begin') relevants.set(row, logicIn(row, 'relevant'));
  const showing = (row: SurveyRow): Logic[] => withGroups(row).flatMap((one) => relevants.get(one) ?? []);

  /** To require an answer to a question that should not be asked would leave people no way on. */
  const isShownTooOften = (row: SurveyRow): boolean =>
    withGroups(row).some((one) => relevants.get(one) === null && one.get('relevant') !== '');

  return placed.flatMap(({ row, entry }) => {
    const effects: Effect[] = [];
    const meets = (type: Effect['type'], column: string, parts: Logic[]) => {
      const condition = conditionOf(parts);
      if (condition === null)
        remark(row, column, `The ${row.called(column)} of ${titleOf(row)} isn’t imported: it has too many parts`);
      if (typeof condition === 'object' && condition) effects.push({ type, entry, condition });
      return condition;
    };
    const visibility = meets('show', 'relevant', showing(row));
    if (visibility === 'never') entry.settings.hide = true;
    if (row.type.kind === 'begin') return effects;
    if (entry.field.field_type === 'presentation') {
      if (row.get('required')) leave('required', row);
      return effects;
    }
    const required = visibility === null || isShownTooOften(row) ? null : logicIn(row, 'required');
    if (required) entry.is_required = meets('require', 'required', [required]) === 'always';
    const locked = logicIn(row, 'read_only');
    if (locked && meets('lock', 'read_only', [locked]) === 'always') leave('read_only', row);
    return effects;
  });
};

/** A row and the groups around it, outermost first. */
const withGroups = (row: SurveyRow): SurveyRow[] => {
  const rows: SurveyRow[] = [];
  for (let one: SurveyRow | null = row; one; one = one.group) rows.push(one);
  return rows.reverse();
};

const verbs = { show: 'Show', require: 'Require', lock: 'Lock' };
const maxActions = 100;

/** A form holds at most this many rules. */
export const maxRules = 200;

/** Rules with these effects, one for all entries that share a condition. */
export const rulesOf = (effects: readonly Effect[]): Rule[] => {
  const groups = Map.groupBy(effects, ({ type, condition }) => JSON.stringify([type, condition]));
  return [...groups.values()].flatMap((group) => chunks(group).map((chunk) => ruleOf(chunk)));
};

const chunks = (effects: Effect[]) =>
  Array.from({ length: Math.ceil(effects.length / maxActions) }, (_, index) =>
    effects.slice(index * maxActions, (index + 1) * maxActions),
  );

const ruleOf = (effects: Effect[]): Rule => {
  const [{ type, entry, condition }] = effects as [Effect];
  const others = effects.length > 1 ? ` and ${effects.length - 1} more` : '';
  return {
    name: `${verbs[type]} ${entry.field.name.slice(0, 200)}${others}`,
    condition,
    actions: effects.map((effect) => ({ type, field_id: effect.entry.field_id })),
  };
};
