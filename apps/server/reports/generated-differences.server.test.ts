import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { inside } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const names = ['Place', 'Room', 'Kind', 'Color'] as const;
type Name = (typeof names)[number];
const form = await make.form('Visit', { Place: {}, Room: {}, Kind: {}, Color: {}, Turn: { field_type: 'number' } });
const of = (name: string, more: object = {}) => ({ form: form.id, field: String(form.ids[name]), ...more });

/** Everybody was there once; where and what for is uneven, so that some groups are of few people. */
const visits = Array.from({ length: 60 }, (_, turn) => ({
  Place: ['A', 'B', 'C', 'D'][(turn * turn + (turn % 7)) % 4]!,
  Room: ['x', 'y', 'z'][(turn * 5 + Math.floor(turn / 9)) % 3]!,
  Kind: turn % 11 === 0 ? 'rare' : turn % 2 ? 'one' : 'other',
  Color: ['red', 'blue', 'green', 'black', 'white'][(turn * 7) % 5]!,
  Turn: turn,
}));
for (const visit of visits) await make.record(form, visit, { client_id: await make.person(`Guest ${visit.Turn}`) });

type Visit = (typeof visits)[number];
/** A number that is shown, of these visits. */
type Told = { of: readonly Visit[]; value: number };

/** Working with remainders of a large prime finds what follows from what, without fractions. */
const prime = 1_000_003n;
const inverse = (value: bigint): bigint => {
  let [result, base, exponent] = [1n, ((value % prime) + prime) % prime, prime - 2n];
  while (exponent > 0n) {
    if (exponent & 1n) result = (result * base) % prime;
    base = (base * base) % prime;
    exponent >>= 1n;
  }
  return result;
};

/** What of these sums follows from the numbers that are told: the groups are the unknowns, each number an equation. */
const followsFrom = (told: readonly Told[], groupOf: (visit: Visit) => string) => {
  const groups = [...new Set(visits.map(groupOf))];
  const rowOf = (some: readonly Visit[]) => {
    const there = new Set(some.map(groupOf));
    return groups.map((group) => (there.has(group) ? 1n : 0n));
  };
  const basis: { lead: number; row: bigint[] }[] = [];
  const reduced = (row: bigint[]) =>
    basis.reduce((left, { lead, row: other }) => {
      const times = left[lead]!;
      return times === 0n ? left : left.map((value, at) => (value - times * other[at]! + times * prime) % prime);
    }, row);
  for (const one of told) {
    const left = reduced(rowOf(one.of));
    const lead = left.findIndex((value) => value !== 0n);
    if (lead < 0) continue;
    const by = inverse(left[lead]!);
    basis.push({ lead, row: left.map((value) => (value * by) % prime) });
  }
  return (some: readonly Visit[]): boolean => reduced(rowOf(some)).every((value) => value === 0n);
};

const drawn = fc.record({
  groups: fc.shuffledSubarray([...names], { minLength: 2, maxLength: 3 }),
  below: fc.constantFrom(2, 3, 5, 8),
  from: fc.integer({ min: 0, max: 20 }),
  until: fc.integer({ min: 25, max: 60 }),
  /** Of the first of its groups, how many are shown by themselves. */
  top: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 2 }),
  /** By what its counts are divided besides, each option in a column with a condition of its own. */
  divided: fc.option(fc.constantFrom(...names), { freq: 3 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer D> ? D : never;

const key = (name: Name) => name.toLowerCase();
const topAt = (at: number, top: number | null) => (at === 0 && top ? { top: { count: top } } : {});

const partsOf = ({ groups, divided }: Drawn) => (divided && !groups.includes(divided) ? [divided] : []);

/** The columns of a report that count, by their keys, and what they count of it. */
const countsIn = (one: Drawn): { key: string; where: Partial<Record<Name, string>>; filters?: object }[] => [
  { key: 'count', where: {} },
  ...partsOf(one).flatMap((name) =>
    [...new Set(visits.map((visit) => visit[name]))].map((value, at) => ({
      key: `part${at}`,
      where: { [name]: value },
      filters: { and: [{ form: form.id, field_name: String(form.ids[name]), op: 'EQ', value }] },
    })),
  ),
];

/** Everything that a report and its views tell as numbers of visits: its table and its total, charts and cross tables. */
const everythingTold = async (one: Drawn) => {
  const { groups, below, from, until, top } = one;
  const counts = countsIn(one);
  const within = visits.filter(({ Turn }) => Turn >= from && Turn < until);
  const draft: DefinitionDraft = {
    fields: [
      ...groups.map((name, at) => of(name, { key: key(name), ...topAt(at, top) })),
      ...counts.map(({ key, filters }) => of('Turn', { agg: 'count', key, ...(filters && { filters }) })),
    ],
    conditions: [
      { form: form.id, field_name: String(form.ids.Turn), op: 'GTE', value: from },
      { form: form.id, field_name: String(form.ids.Turn), op: 'LT', value: until },
    ],
    settings: { totals: true },
  };
  const told: Told[] = [];
  const apart = new Map<Name, ReadonlySet<unknown>>();
  /** What a visit is in a group: its own, or all others, which have no value. */
  const shownAs = (visit: Visit, name: Name) => (apart.get(name)?.has(visit[name]) === false ? null : visit[name]);
  const tell = (value: unknown, where: Partial<Record<Name, unknown>>) => {
    if (typeof value !== 'number') return;
    const some = within.filter((visit) =>
      names.every((name) => !(name in where) || where[name] === shownAs(visit, name)),
    );
    told.push({ of: some, value });
  };
  await inside(owner, async (context) => {
    const report = await reportOf({ ...context, small_numbers_below: below }, definitionOf(draft));
    const { records, totals, record_count } = await report.page({ page: 1, page_size: 1000 });
    for (const [at, name] of groups.entries())
      if (records.some(({ display_values }) => /^Other \(\d+\)$/.test(display_values[at] ?? '')))
        apart.set(name, new Set(records.map(({ values }) => values[at])));
    // It says 0 where all is hidden.
    if (record_count > 0) tell(record_count, {});
    for (const [at, { where }] of counts.entries()) {
      for (const { values } of records)
        tell(values[groups.length + at], {
          ...Object.fromEntries(groups.map((name, at) => [name, values[at]])),
          ...where,
        });
      tell(totals?.values[groups.length + at], where);
    }
    for (const name of groups)
      for (const count of counts) {
        const { groups: entries } = await report.groups({ x: key(name), group: null, ys: [count.key] });
        for (const { x, values } of entries) tell(values[0], { [name]: x, ...count.where });
      }
    const crossed = groups.flatMap((rows) =>
      groups.filter((name) => name > rows).map((columns) => ({ rows, columns })),
    );
    for (const { rows, columns } of crossed)
      for (const { key: figure, where } of counts.slice(0, 3)) {
        const keys = { rows: key(rows), columns: key(columns), figures: [figure], percentOf: 'row' as const };
        const { table, about } = await report.crossTable(keys, 1000);
        expect((await about()).record_count).toBe(record_count);
        for (const { value, cells, total } of table!.rows) {
          for (const [at, { values, percents }] of cells.entries()) {
            tell(values[0], { [rows]: value, [columns]: table!.columns[at]!.value, ...where });
            if (values[0] === null || total.values[0] === null) expect(percents).toEqual([null]);
          }
          tell(total.values[0], { [rows]: value, ...where });
        }
        for (const [at, { values }] of table!.totals.entries())
          tell(values[0], { [columns]: table!.columns[at]!.value, ...where });
        tell(table!.total.values[0], where);
      }
  });
  for (const { of: some, value } of told) expect(value).toBe(some.length);
  return { told, shownAs };
};

/** `REPORT_DEFINITIONS=2000` draws 500; `REPORT_SEED` others than the usual ones. */
const { REPORT_DEFINITIONS = 200, REPORT_SEED = 0 } = process.env;

test('no count of few people follows from all that tables, totals, charts and cross tables tell together', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (one) => {
      const { told, shownAs } = await everythingTold(one);
      const { groups, below, from, until } = one;
      const within = visits.filter(({ Turn }) => Turn >= from && Turn < until);
      const groupOf = (some: readonly Name[]) => (visit: Visit) => JSON.stringify(some.map((name) => visit[name]));
      const follows = followsFrom(
        told.map((each) => ({ ...each, of: each.of.filter((visit) => within.includes(visit)) })),
        groupOf([...groups, ...partsOf(one)]),
      );
      const parted = [groups, ...groups.map((name) => [name]), []].map((some) => [...some, ...partsOf(one)]);
      const levels = [
        groups,
        ...groups.flatMap((name) => [[name], groups.filter((other) => other !== name)]),
        ...parted,
      ];
      for (const level of levels) {
        const shownBy = (visit: Visit) => JSON.stringify(level.map((name) => shownAs(visit, name)));
        for (const some of [groupOf(level), shownBy].flatMap((by) => [...Map.groupBy(within, by).values()]))
          if (some.length < below) expect(follows(some), `${level}: ${groupOf(level)(some[0]!)}`).toBe(false);
      }
    }),
    { numRuns: Math.ceil(Number(REPORT_DEFINITIONS) / 4), seed: 41 + Number(REPORT_SEED) },
  );
});
