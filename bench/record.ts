import pg from 'pg';
import type { Statement } from './scenario.ts';

/** What belongs to every request rather than to the call. */
const everyRequest = /^(begin|commit|rollback|set local|select \* from kit\.caller|update "(sessions|memberships)")/;

/** The statements that the product sends while `work` runs, without those that every request sends. */
export const recorded = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent;
    if (first && typeof first === 'object' && 'text' in first) {
      const { text, values } = first as Statement;
      if (!everyRequest.test(text)) statements.push({ text, values: values ?? [] });
    }
    return (query as (...all: unknown[]) => unknown).apply(this, sent);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
};
