/** The master, and the records that are merged into it. */
export type Way = { organization_id: number; master_id: number; client_ids: readonly number[] };

/** Ids of rows by the record that they came from. */
export type RowsBySource = Record<string, number[]>;

/** The ids of rows by the record that they belong to. */
export const bySource = (rows: readonly { id: number; client_id: number | null }[]): RowsBySource => {
  const from = new Map<string, number[]>();
  for (const { id, client_id } of rows) {
    const ids = from.get(String(client_id)) ?? [];
    from.set(String(client_id), ids);
    ids.push(id);
  }
  return Object.fromEntries(from);
};
