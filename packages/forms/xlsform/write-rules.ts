import type { FormField } from '../definition/form-definition.ts';
import type { ActionType, Rule } from '../definition/rule.ts';
import { type NameOf, negated, writeCondition } from './conditions.ts';
import type { Line } from './not-exported.ts';
import { parseXpath } from './xpath.ts';

/** The columns that say what rules do, and the actions that turn each of them on and off. */
const switches = [
  { column: 'relevant', on: 'show', off: 'hide' },
  { column: 'required', on: 'require', off: 'optional' },
  { column: 'read_only', on: 'lock', off: 'unlock' },
] as const;

type Column = (typeof switches)[number]['column'];

/** A rule that acts on a field, with its condition as an expression. */
type Step = { type: ActionType; text: string };

/** What rules do to each field as columns of the survey sheet, and what of them no column says. */
export const writeRules = (entries: readonly FormField[], rules: readonly Rule[], nameOf: NameOf) => {
  const ordered = rules
    .map((rule, index) => ({ rule, place: rule.position ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ rule }) => rule);
  const steps = new Map<number, Step[]>();
  const lines: Line[] = [];
  for (const { name, condition, actions } of ordered) {
    const text = writeCondition(condition, nameOf);
    if (text === null) lines.push({ about: `Rule ${name}`, message: 'Its condition can’t be exported' });
    for (const { type, field_id } of text === null ? [] : actions) {
      const target = nameOf('form', field_id);
      if (target && switches.some(({ on, off }) => type === on || type === off))
        steps.set(field_id, [...(steps.get(field_id) ?? []), { type, text: text as string }]);
      else lines.push({ about: `Rule ${name}`, message: `Its action ${type} is left out` });
    }
  }
  const columns = new Map(
    entries.map((entry) => {
      const states = statesOf(entry, steps.get(entry.field_id) ?? []);
      const written = switches.map(({ column }) => {
        const state = states[column];
        if (typeof state === 'boolean') return [column, constants[column][Number(state)]];
        if (parseXpath(state)) return [column, state];
        lines.push({ about: `Field ${entry.field.name}`, message: `Its rules are too long for the column ${column}` });
        return [column, ''];
      });
      return [entry.field_id, Object.fromEntries(written) as Record<Column, string>];
    }),
  );
  return { columns, lines };
};

/** How a column says no and yes. */
const constants: Record<Column, [string, string]> = {
  relevant: ['false()', ''],
  required: ['', 'yes'],
  read_only: ['', 'yes'],
};

/** Each switch of a field once its rules have run: on, off, or as an expression says. */
const statesOf = (entry: FormField, steps: readonly Step[]): Record<Column, boolean | string> => {
  const acts = (type: ActionType) => steps.some((step) => step.type === type);
  const after = ({ on, off }: (typeof switches)[number], base: boolean) =>
    steps
      .filter(({ type }) => type === on || type === off)
      .reduce<boolean | string>((state, { type, text }) => switched(state, type === on, text), base);
  const [relevant, required, read_only] = switches;
  return {
    relevant: after(relevant, !(entry.settings.hide || (acts('show') && !acts('hide')))),
    required: after(required, entry.is_required),
    read_only: after(read_only, acts('unlock') && !acts('lock')),
  };
};

/** The state of a switch after a rule that turns it on, or off, when an expression holds. */
const switched = (state: boolean | string, isOn: boolean, text: string): boolean | string => {
  if (state === isOn) return state;
  if (typeof state === 'string') return `(${state}) ${isOn ? 'or' : 'and'} ${isOn ? `(${text})` : negated(text)}`;
  return isOn ? text : (negated(text) as string);
};
