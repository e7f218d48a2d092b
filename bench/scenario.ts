import type pg from 'pg';

export type Statement = { text: string; values: unknown[] };
/** The statements of a call, recorded once, and the value in them that stands for what varies from call to call. */
export type Scenario = {
  statements: Statement[];
  sentinel: string;
  /** Whether the commit answers before it is on the disk, as for calls that only read. */
  isQuick: boolean;
};

/** One call: the settings of its transaction, and what stands in the place of the sentinel and of the body. */
type Replay = { settings: string; actual: string; body?: unknown };

const filled = (value: unknown, sentinel: string, call: Pick<Replay, 'actual' | 'body'>): unknown => {
  const { actual, body } = call;
  if (value === '$body') return JSON.stringify(body);
  if (Array.isArray(value)) return value.map((one) => filled(one, sentinel, call));
  if (String(value) === sentinel) return actual;
  return value;
};

/** Runs a scenario in one tenant transaction, with prepared statements, sent as the product sends them. */
export const replay = async (
  client: pg.ClientBase,
  { statements, sentinel, isQuick }: Scenario,
  call: Replay,
): Promise<unknown[][]> => {
  const begun = client.query(`begin;${call.settings}${isQuick ? ';set local synchronous_commit = off' : ''}`);
  const results = await Promise.all(
    statements.map(({ text, values }, index) =>
      client.query({
        name: `s${index}_${text.length}_${sentinel}`,
        text,
        values: values.map((value) => filled(value, sentinel, call)),
      }),
    ),
  );
  await begun;
  await client.query('commit');
  return results.map(({ rows }) => rows);
};
