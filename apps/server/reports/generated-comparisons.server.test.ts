// A figure of an earlier period is what the same report comes to with that period in its condition.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EarlierPeriod, inEarlierPeriod } from '#reports/comparisons.ts';
import { type Col, draftsOn, type Ground } from '#tests/reports/drafts.ts';
import { groundsOf } from '#tests/reports/grounds.ts';
import { comparableRow, type Row } from '#tests/reports/reference.ts';
import { seedWorld } from '#tests/reports/seed-world.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import { viewingOf } from './context.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { inside } = reporting(server);
const world = await seedWorld(server);
const { operands } = world;
const { owner } = world.organization;
const { clientForms, matched, publicForms, internalForms, fieldReports, tables } = groundsOf(world);

type Field = { form?: number | null; field: string; agg?: string; filters?: { and: unknown[] } };
type Period = { on: Col; value: string | [string, string] };
type Drawn = { draft: DefinitionDraft; period: Period; earlier: EarlierPeriod };

const isMoment = ({ holding, component }: Col) => !component && (holding === 'date' || holding === 'timestamp');
const periodsOf = ({ columns, leading }: Ground): fc.Arbitrary<Period> =>
  fc.record({
    on: fc.constantFrom(
      ...[...leading.flat(), ...columns].filter((one) => isMoment(one) && one.field !== 'client_dob'),
    ),
    value: fc.oneof(
      fc.constantFrom(
        'this month',
        'last month',
        'this quarter',
        'last 30 days',
        'this year',
        'last 12 months',
        'today',
      ),
      fc
        .tuple(fc.constantFrom(...operands.days), fc.constantFrom(...operands.days))
        .map(([one, other]): [string, string] => (one < other ? [one, other] : [other, one])),
    ),
  });

const conditionOn = ({ on, value }: Period) => ({
  ...(on.form === null ? {} : { form: on.form }),
  field_name: on.field,
  ...(Array.isArray(value) ? { op: 'RANGE' as const, value } : { op: 'EQ' as const, value }),
});

/** A drawn report of figures alone, whose only condition on a date is that of its period. */
const comparableDraft = ({ draft, period }: Drawn, moments: ReadonlySet<string>): DefinitionDraft | null => {
  const { on } = period;
  const asksDay = (one: unknown): boolean => {
    const { or, field_name } = one as { or?: unknown[]; field_name: string };
    return or ? or.some(asksDay) : moments.has(field_name);
  };
  const fields = (draft.fields as (Field & { type?: string; share?: string; hidden?: boolean; top?: object })[])
    .filter(({ type, agg }) => type !== 'operation' || agg)
    // Which groups come to most may differ from one period to the other.
    .map(({ share: _, hidden: _hidden, top: _top, filters, ...one }) => ({
      ...one,
      ...(one.agg === 'percent' ? { agg: 'count' } : {}),
      ...(filters && !filters.and.some(asksDay) ? { filters } : {}),
    }));
  const isAlong = fields.some((one) => !one.agg && one.field === on.field && (one.form ?? null) === on.form);
  if (isAlong || fields.every(({ agg }) => !agg)) return null;
  const { empty_groups: _, include_people_without_responses: _people, ...settings } = draft.settings ?? {};
  const conditions = (draft.conditions ?? []).filter((one) => !asksDay(one));
  return { ...draft, fields, settings, default_order: [], conditions: [...conditions, conditionOn(period)] };
};

/** @param small_numbers_below of how many people counts are hidden; null for all that are shown */
const pageOf = (draft: DefinitionDraft, small_numbers_below: number | null = null) =>
  inside(owner, async (context) => {
    const { headers, records, totals, record_count } = await (
      await reportOf({ ...context, small_numbers_below }, definitionOf(draft))
    ).page({ page: 1, page_size: 10_000 });
    return {
      headers,
      record_count,
      rows: records.map(({ values }) => [...values]),
      totals: totals && [...totals.values],
      days: viewingOf(context.caller),
    };
  });

/** A report by two groups as a cross table of one figure: its cells and its total, by what they are of. */
const crossTableOf = (draft: DefinitionDraft, [rows, columns]: readonly string[], figure: string) =>
  inside(owner, async (context) => {
    const keys = { rows: rows!, columns: columns!, figures: [figure], percentOf: null };
    const { table } = await (await reportOf(context, definitionOf(draft))).crossTable(keys, 10_000);
    return (
      table && {
        cells: table.rows.flatMap(({ value, cells }) =>
          cells.map(({ values }, at) => [value, table.columns[at]?.value, values[0]]),
        ),
        total: table.total.values[0],
      }
    );
  });

const counting = ['count', 'count_distinct', 'count_households', 'count_true', 'percent_true'];
const minus = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : null;

let compared = 0;
let crossed = 0;

const compare = async (drawn: Drawn, moments: ReadonlySet<string>) => {
  const draft = comparableDraft(drawn, moments);
  if (!draft) return;
  const { period, earlier } = drawn;
  const fields = draft.fields as Field[];
  const now = await pageOf(draft);
  const before = inEarlierPeriod(conditionOn(period), earlier, now.days);
  const then = await pageOf({
    ...draft,
    conditions: [...(draft.conditions ?? []).slice(0, -1), { ...conditionOn(period), ...before }],
  });
  const figures = fields.flatMap(({ agg }, at) => (agg ? [at] : []));
  const numbers = figures.filter((at) => now.headers[at]?.type === 'number');
  const beside = (at: number, as: string) => ({ ...fields[at], key: `${as}${at}`, compare: { with: earlier, as } });
  const both = {
    ...draft,
    fields: [...fields, ...figures.map((at) => beside(at, 'value')), ...numbers.map((at) => beside(at, 'change'))],
  };
  const whole = await pageOf(both);
  const groupOf = (row: Row) =>
    JSON.stringify(
      comparableRow(row)
        .filter((_, at) => !figures.includes(at))
        .slice(0, fields.length - figures.length),
    );
  const blank = (at: number) =>
    counting.includes(fields[at]?.agg ?? '') && fields[at]?.agg !== 'percent_true' ? 0 : null;
  const all = new Map([...then.rows, ...now.rows].map((row) => [groupOf(row), row]));
  const rowOf = (rows: readonly Row[], group: string, like: Row): Row =>
    rows.find((row) => groupOf(row) === group) ?? like.map((value, at) => (figures.includes(at) ? blank(at) : value));
  const joined = (one: Row, other: Row): Row => [
    ...one,
    ...figures.map((at) => other[at] ?? null),
    ...numbers.map((at) => minus(one[at], other[at])),
  ];
  const expected = [...all].map(([group, like]) => joined(rowOf(now.rows, group, like), rowOf(then.rows, group, like)));
  const byText = (one: Row, other: Row) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  expect(whole.rows.map(comparableRow).toSorted(byText)).toEqual(expected.map(comparableRow).toSorted(byText));
  if (whole.totals && now.totals && then.totals)
    expect(comparableRow(whole.totals)).toEqual(comparableRow(joined(now.totals, then.totals)));
  expect(whole.record_count, 'records of its own period').toBe(now.record_count);
  const groups = fields.flatMap(({ agg, field }, at) => (!agg && field ? [at] : []));
  if (groups.length === 2 && numbers.length > 0) {
    const totals = await pageOf({ ...both, settings: { ...draft.settings, totals: true } });
    const keys = groups.map((at) => totals.headers[at]!.key);
    const last = totals.headers.at(-1)!.key;
    const table = await crossTableOf(both, keys, last);
    const told = totals.rows.map((row) => comparableRow([...groups.map((at) => row[at]), row.at(-1)]));
    if (table && totals.totals) {
      expect(table.cells.map(comparableRow), 'in a cross table').toEqual(expect.arrayContaining(told));
      expect(comparableRow([table.total])).toEqual(comparableRow([totals.totals.at(-1)]));
      crossed += 1;
    }
  }
  const knownOf = ({ rows }: Pick<typeof whole, 'rows'>) =>
    rows.filter((row) => all.has(groupOf(row))).map(comparableRow);
  const filled = await pageOf({ ...both, settings: { ...draft.settings, empty_groups: true } });
  expect(knownOf(filled).toSorted(byText), 'beside empty periods').toEqual(knownOf(whole).toSorted(byText));
  for (const row of knownOf(await pageOf(both, 3))) {
    const shown = knownOf(whole).find((other) => groupOf(other) === groupOf(row));
    const isSame = row.map((value, at) => value === null || JSON.stringify(value) === JSON.stringify(shown?.[at]));
    expect(isSame, 'what is not hidden').not.toContain(false);
  }
  compared += 1;
};

/** Reports whose rows are of one form, or of none. */
const grounds: Ground[] = [
  ...[
    ...clientForms.slice(0, 2),
    ...matched.slice(0, 2),
    publicForms,
    ...internalForms.slice(0, 1),
    ...fieldReports.slice(1),
  ],
  ...tables.slice(1),
].map((ground) => ({ ...ground, modes: ['agg'] as const }));

/** Of 800 definitions in all, as `generated.server.test.ts` counts them, a hundred. */
const { REPORT_DEFINITIONS = 800, REPORT_SEED = 0 } = process.env;

test('generated figures of earlier periods are those of the report in that period', async () => {
  const moments = new Set(
    grounds.flatMap(({ columns, leading }) =>
      [...columns, ...leading.flat()].filter(isMoment).map(({ field }) => field),
    ),
  );
  const drawn = fc.oneof(
    ...grounds.map((ground) =>
      fc.record({
        draft: draftsOn(ground, operands),
        period: periodsOf(ground),
        earlier: fc.constantFrom<EarlierPeriod>('previous', 'last_year'),
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(drawn, (one) => compare(one, moments)),
    { numRuns: Math.ceil(Number(REPORT_DEFINITIONS) / 8), seed: 41 + Number(REPORT_SEED) },
  );
  expect(crossed, 'some as cross tables').toBeGreaterThan(0);
  expect(compared, 'most drafts can be compared').toBeGreaterThan(Number(REPORT_DEFINITIONS) / 16);
});
