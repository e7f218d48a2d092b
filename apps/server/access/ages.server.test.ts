import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ageOn } from '#contract/age.ts';
import { between, run } from '#forms/calculations/testing.ts';
import { startServer } from '#tests/server/harness.ts';
import { ageSql } from './person-sql.ts';

const { services } = await startServer();

/** Ages as people count them: born, on a day, and the age. */
const ages: readonly [dob: string, day: string, age: number][] = [
  ['2004-02-29', '2025-02-28', 20],
  ['2004-02-29', '2025-03-01', 21],
  ['2004-02-29', '2024-02-28', 19],
  ['2004-02-29', '2024-02-29', 20],
  ['2004-02-29', '2100-02-28', 95],
  ['2004-02-29', '2100-03-01', 96],
  ['1896-02-29', '1900-02-28', 3],
  ['1896-02-29', '1900-03-01', 4],
  ['2004-02-28', '2025-02-28', 21],
  ['2004-03-01', '2024-02-29', 19],
  ['2004-03-01', '2025-02-28', 20],
  ['1985-03-14', '2026-03-13', 40],
  ['1985-03-14', '2026-03-14', 41],
  ['2000-12-31', '2001-01-01', 0],
  ['2000-12-31', '2001-12-30', 0],
  ['2000-12-31', '2001-12-31', 1],
  ['2000-01-31', '2001-01-30', 0],
  ['2026-11-27', '2026-11-27', 0],
];

describe('an age is the same', () => {
  test.each(ages)('in screens and on the server: born %s, on %s: %d', (dob, day, age) => {
    expect(ageOn(dob, day)).toBe(age);
  });

  test.each(ages)('in calculations: born %s, on %s: %d', (dob, day, age) => {
    expect(run(between('years'), dob, day)).toBe(age);
    const months = run(between('months'), dob, day) as number;
    expect(Math.floor(months / 12)).toBe(age);
  });

  test.each(ages)('in lists, conditions and reports: born %s, on %s: %d', async (dob, day, age) => {
    const rows = await services.owner.transaction(
      async ({ tx }) =>
        (
          await sql<{ alive: number; died: number }>`
            select ${ageSql('person', day)}::int as alive, ${ageSql('late', '2150-01-01')}::int as died
              from (select ${dob}::date as dob, null::date as dod) person,
                   (select ${dob}::date as dob, ${day}::date as dod) late`.execute(tx)
        ).rows,
    );
    expect(rows).toEqual([{ alive: age, died: age }]);
  });
});
