import type { SmartCondition, SmartConditions } from '#contract/resources/data-groups.ts';

/** What a condition is about. */
export type ConditionField = SmartCondition['field_name'];
type ItemType = 'Client' | 'ClientForm';

/** A condition as the form holds it: all that it may say, of which `about` tells what counts. */
export type ConditionRow = {
  key: string;
  about: ConditionField;
  /** "User 12" or "PermissionGroup 7". */
  who: string | null;
  /** Words such as "this month", or `between` for the two days below. */
  when: string | null;
  first: string | null;
  last: string | null;
  types: ItemType[];
};

export const between = 'between';

let rows = 0;
export const newRow = (about: ConditionField): ConditionRow => ({
  key: `condition-${++rows}`,
  about,
  who: null,
  when: null,
  first: null,
  last: null,
  types: [],
});

/** Whom a row means, in one text. */
export const whoOf = ({ type, id }: { type: string; id: number }): string => `${type} ${id}`;

const rowOf = (one: SmartCondition): ConditionRow => {
  const row = newRow(one.field_name);
  if (one.field_name === 'whodunnit') return { ...row, who: whoOf(one.value) };
  if (one.field_name === 'item_type') return { ...row, types: [one.value].flat() };
  if (typeof one.value !== 'string') return { ...row, when: between, first: one.value[0], last: one.value[1] };
  // A single day is a range of one.
  const isDay = /^\d{4}-/.test(one.value);
  return isDay ? { ...row, when: between, first: one.value, last: one.value } : { ...row, when: one.value };
};

/** What is stored as rows of the form. */
export const rowsOf = (conditions: SmartConditions | null): ConditionRow[] => (conditions?.and ?? []).map(rowOf);

/** A row as it is sent; what was not chosen yet is sent as nothing, and the server says what to choose. */
const conditionOf = ({ about, who, when, first, last, types }: ConditionRow): unknown => {
  if (about === 'whodunnit') {
    const [type, id] = who?.split(' ') ?? [];
    return { field_name: about, op: 'EQ', value: who === null ? null : { type, id: Number(id) } };
  }
  if (about === 'item_type') return { field_name: about, op: 'IN', value: types };
  return when === between
    ? { field_name: about, op: 'RANGE', value: [first, last] }
    : { field_name: about, op: 'EQ', value: when };
};

/** The conditions as they are sent. */
export const conditionsOf = (all: readonly ConditionRow[]): SmartConditions =>
  ({ and: all.map(conditionOf) }) as SmartConditions;
