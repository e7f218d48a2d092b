import type { Sort } from '#web/ui/sort.ts';

type SortableInstance = {
  completed_at: string;
  answers: { field_id: number; value: unknown; display_value: string }[];
};

/** Numbers, truth values and dates by what they are; choices by the words that people see. A blank one has no key. */
const keyOf = ({ completed_at, answers }: SortableInstance, field: string): Key => {
  if (field === 'completed_at') return completed_at;
  const answer = answers.find(({ field_id }) => String(field_id) === field);
  if (!answer || answer.value === null) return null;
  if (typeof answer.value === 'number' || typeof answer.value === 'boolean') {
    const isChoice = typeof answer.value === 'number' && answer.display_value.search(/\p{L}/u) >= 0;
    if (!isChoice) return Number(answer.value);
  }
  return /^\d{4}-\d\d-\d\d$/.test(String(answer.value)) ? String(answer.value) : answer.display_value;
};

type Key = string | number | null;

/** Rows in the order of a few columns, the first one deciding first; blank ones come last either way. */
const ordered = <R>(rows: R[], sort: Sort[], keyOf: (row: R, field: string) => Key): R[] =>
  rows.toSorted((a, b) => {
    for (const { field, order } of sort) {
      const [left, right] = [keyOf(a, field), keyOf(b, field)];
      if (left === right) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      const by =
        typeof left === 'number' && typeof right === 'number'
          ? left - right
          : String(left).localeCompare(String(right), 'en', { numeric: true });
      if (by !== 0) return order === 'asc' ? by : -by;
    }
    return 0;
  });

/** Responses in the order of a few columns. */
export const inOrder = <R extends SortableInstance>(rows: R[], sort: Sort[]): R[] => ordered(rows, sort, keyOf);

type Person = { first_name: string | null; last_name: string | null };
type SortableGroup = { name: string; count: number; last_administered_at: string; last_administered_by: Person | null };

const groupKeys: Record<string, (group: SortableGroup) => Key> = {
  name: ({ name }) => name,
  count: ({ count }) => count,
  on: ({ last_administered_at }) => last_administered_at,
  by: ({ last_administered_by: by }) => by && [by.last_name, by.first_name].filter(Boolean).join(' '),
};

/** Forms that were filled in, in the order of a few columns of their table. */
export const groupsInOrder = <G extends SortableGroup>(groups: G[], sort: Sort[]): G[] =>
  ordered(groups, sort, (group, field) => groupKeys[field]?.(group) ?? null);
