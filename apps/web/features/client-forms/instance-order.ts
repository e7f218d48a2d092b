import type { Sort } from '#web/ui/sort.ts';

type Sorted = { completed_at: string; answers: { field_id: number; value: unknown; display_value: string }[] };

/** Numbers, truth values and dates by what they are; choices by the words that people see. A blank one has no key. */
const keyOf = ({ completed_at, answers }: Sorted, field: string): string | number | null => {
  if (field === 'completed_at') return completed_at;
  const answer = answers.find(({ field_id }) => String(field_id) === field);
  if (!answer || answer.value === null) return null;
  if (typeof answer.value === 'number' || typeof answer.value === 'boolean') {
    const isChoice = typeof answer.value === 'number' && answer.display_value.search(/\p{L}/u) >= 0;
    if (!isChoice) return Number(answer.value);
  }
  return /^\d{4}-\d\d-\d\d$/.test(String(answer.value)) ? String(answer.value) : answer.display_value;
};

/** Responses in the order of a few columns, the first one deciding first; blank ones come last either way. */
export const inOrder = <R extends Sorted>(rows: R[], sort: Sort[]): R[] =>
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
