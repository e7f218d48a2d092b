import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Calendar } from '#forms/calendar.ts';
import { condition } from '#forms/field-types/condition.ts';
import { comparisonIssues, operatorsOfKind } from '#forms/logic/check.ts';
import { holds, type Kind, type Operand } from '#forms/logic/compare.ts';
import { datePresets } from '#forms/logic/presets.ts';
import { startServer } from '#tests/server/harness.ts';
import { type Condition, conditionIssues, conditionSql } from './condition-sql.ts';

const server = await startServer();
const today = '2026-11-20';
/** Of both beginnings of a week each case has one. */
const calendars = (['sunday', 'monday'] as const).map((weekStartsOn) => ({
  today,
  weekStartsOn,
  fiscalYearStartMonth: 7,
}));

const words = fc.constantFrom('Ana', 'ana', 'AN', 'na', 'Zoë', 'zoë ', 'a%a', '_', '\\', 'x', 'Größe', '11', '');
const numbers = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, '1', '-2', '1e2', 1e300));
const days = fc.oneof(
  fc.constantFrom('2026-11-20', '2026-11-19', '2026-11-14', '2024-02-29', '2025-12-31', '2026-02-31', '1900-01-01'),
  fc.constantFrom(...datePresets),
);
const operands: Record<Kind, fc.Arbitrary<string | number | boolean>> = {
  text: words,
  number: numbers,
  date: days,
  boolean: fc.boolean(),
};
const stored: Record<Kind, fc.Arbitrary<string | number | boolean | null>> = {
  text: fc.oneof(
    words.filter((one) => one.trim() === one && one !== ''),
    fc.constant(null),
  ),
  number: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, null)),
  date: fc.oneof(
    // Around the Sundays and Mondays of three weeks: today is a Friday.
    fc.constantFrom('2026-11-08', '2026-11-09', '2026-11-15', '2026-11-16', '2026-11-22', '2026-11-23', '2026-11-30'),
    fc.constantFrom('2026-11-20', '2026-11-19', '2024-02-29', '2025-12-31'),
    fc.constant(null),
  ),
  boolean: fc.constantFrom(true, false, null),
};
const types: Record<Kind, string> = { text: 'text', number: 'float8', date: 'date', boolean: 'boolean' };

type Case = { kind: Kind; value: string | number | boolean | null; condition: Condition; calendar: Calendar };
const cases = (kind: Kind): fc.Arbitrary<Case> =>
  fc
    .record({
      calendar: fc.constantFrom(...calendars),
      value: stored[kind],
      op: fc.constantFrom(...operatorsOfKind[kind]),
      operand: fc.oneof(
        operands[kind],
        fc.array(operands[kind], { minLength: 1, maxLength: 3 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 2 }),
      ),
    })
    .map(({ op, operand, ...one }) => ({ ...one, kind, condition: { field_name: 'it', op, value: operand } }));

const columnOf = ({ kind, value }: Pick<Case, 'kind' | 'value'>) => ({
  label: 'It',
  kind,
  value: sql`(${value}::text)::${sql.raw(types[kind])}` as RawBuilder<unknown>,
});

describe('a condition in SQL', () => {
  test('is refused where a rule could not compare so', () => {
    const columns = new Map([['it', columnOf({ kind: 'number', value: 1 })]]);
    const issues = conditionIssues(
      columns,
      [
        { field_name: 'it', op: 'EQ', value: 1 },
        { field_name: 'else', op: 'EQ', value: 1 },
        { field_name: 'toString', op: 'EQ', value: 1 },
        { field_name: 'it', op: 'BWITH', value: '1' },
        { field_name: 'it', op: 'GT', value: 'one' },
      ],
      'conditions.and',
    );
    expect(issues.map(({ path }) => path)).toEqual([
      'conditions.and.1.field_name',
      'conditions.and.2.field_name',
      'conditions.and.3.op',
      'conditions.and.4.value',
    ]);
  });

  test.each(['text', 'number', 'date', 'boolean'] as const)('holds of a %s when it holds in a rule', async (kind) => {
    const valid = cases(kind).filter(
      ({ condition: one }) =>
        condition.safeParse(one).success &&
        comparisonIssues({ label: 'It', kind, operators: operatorsOfKind[kind] }, one, '').length === 0,
    );
    const drawn = fc.sample(valid, { numRuns: 600, seed: 20261120 });
    const told: unknown[] = [];
    for (let from = 0; from < drawn.length; from += 50) {
      const expressions = drawn
        .slice(from, from + 50)
        .map((one) => conditionSql(columnOf(one), one.condition, one.calendar));
      const { rows } = await server.services.database.transaction(({ tx }) =>
        sql<{ told: boolean[] }>`select array[${sql.join(expressions)}] as told`.execute(tx),
      );
      told.push(...(rows[0]?.told ?? []));
    }
    const meant = drawn.map(({ value, calendar, condition: { op, value: operand } }) =>
      holds(value, { op, operand: operand as Operand, kind, calendar }),
    );
    const wrong = drawn.filter((_, index) => told[index] !== meant[index]);
    expect(wrong).toEqual([]);
    expect(new Set(meant), 'both come out').toEqual(new Set([true, false]));
    expect(new Set(drawn.map(({ condition: { op } }) => op))).toEqual(new Set(operatorsOfKind[kind]));
  });
});
