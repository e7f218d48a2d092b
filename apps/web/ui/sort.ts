export type Sort = { field: string; order: 'asc' | 'desc' };

/**
 * The sort after a press on a column: a new one comes first, ascending, and the oldest of more than three is dropped; one
 * that is there turns to descending, then goes.
 */
export function nextSort(sort: Sort[], field: string): Sort[] {
  const present = sort.find((each) => each.field === field);
  if (!present) return [{ field, order: 'asc' as const }, ...sort].slice(0, 3);
  if (present.order === 'desc') return sort.filter((each) => each !== present);
  return sort.map((each) => (each === present ? { field, order: 'desc' as const } : each));
}
