/**
 * The title of each record by its id. Where an earlier record has the same title it gets a number, so that no two are
 * alike: "Every day, all day (2)".
 */
export const numberedTitles = <T extends { id: number }>(
  records: readonly T[],
  titleOf: (record: T) => string,
): ReadonlyMap<number, string> => {
  const counts = new Map<string, number>();
  const titles = new Map<number, string>();
  for (const record of records) {
    const title = titleOf(record);
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    titles.set(record.id, count === 1 ? title : `${title} (${count})`);
  }
  return titles;
};
