import { describe, expect, test } from 'vitest';
import type { Kept } from './keep.ts';
import { reportOf } from './report.ts';

const kept = (changes: Partial<Kept>): Kept => ({
  sql: 'select *\n  from jobs',
  asAdmin: true,
  afterWrite: false,
  values: [],
  sender: 'apps/server/jobs/routes/rows.ts:50',
  ...changes,
});

describe('the report', () => {
  test('names who sent a statement, its table, the way out and the statement, once', () => {
    const [paragraph, ...others] = reportOf([
      kept({ sender: 'apps/server/a.ts:1' }),
      kept({ sender: 'apps/server/a.ts:1' }),
    ]);
    expect(others).toEqual([]);
    expect(paragraph).toMatch(
      /^apps\/server\/a\.ts:1\n {2}jobs: loose\. Name the organization.*\n {2}select \* from jobs$/,
    );
  });

  test('names a statement that PostgreSQL can’t read', () => {
    expect(reportOf([kept({ sql: 'insert into "jobs" () values' })])).toEqual([
      expect.stringContaining('PostgreSQL can’t read it: syntax error at or near ")"'),
    ]);
  });

  test.each<[string, number, Partial<Kept>]>([
    ['does not', 0, {}],
    ['refuses it of another table', 1, { sql: 'select * from clients' }],
    ['refuses it of the application’s role', 1, { asAdmin: false }],
    ['refuses what no machine can do', 1, { sql: 'select * from jobs for update' }],
  ])('of what asks every organization on purpose: %s', (_, count, changes) => {
    expect(reportOf([kept(changes)])).toHaveLength(count);
  });
});
