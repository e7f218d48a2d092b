// Over 300 lines: what reports are generated from stands beside the cases that were found so.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WeekStart } from '#forms/calendar.ts';
import type { ReportDefinition, ReportField } from '#reports/definition.ts';
import type { FirstToLatestValue } from '#reports/first-to-latest.ts';
import { asAsked } from '#tests/reports/asked.ts';
import { type Col, dividedOn, draftsOn, type Ground } from '#tests/reports/drafts.ts';
import { groundsOf } from '#tests/reports/grounds.ts';
import { holdingAfter } from '#tests/reports/groups.ts';
import { groupingOf } from '#tests/reports/periods.ts';
import { chartOf, comparableRow, crossTableOf, type Row, referenceOf } from '#tests/reports/reference.ts';
import { seedWorld } from '#tests/reports/seed-world.ts';
import { isOther } from '#tests/reports/tops.ts';
import { type Holding, holdingOf } from '#tests/reports/world.ts';
import type { TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import type { CrossTable } from './cross-table-result.ts';
import type { CrossTableKeys } from './cross-tables.ts';
import type { Report } from './report.ts';
import { reportOf } from './run.ts';

const server = await startServer();
const { query } = server;
const { inside, keep } = reporting(server);
const world = await seedWorld(server);
const { organization, visit, request, shelf, loan, people, kinds, operands, worldOf } = world;
const { owner } = organization;
const idAt = (place: number): number => people[place]!.id;

const few = await server.newUser(organization, {
  privileges: {
    client_forms: ['read'],
    forms: ['read'],
    public_forms: ['read'],
    internal_forms: ['read'],
    report_definitions: ['read', 'write'],
  },
  grants: [0, 3, 6, 10].map((place) => ({ entity: 'clients', id: idAt(place), actions: ['read'] })),
});
await query(`update users set time_zone = 'Pacific/Kiritimati' where id = $1`, [few.id]);
type Viewer = { as: TestUser; seen: readonly number[]; timeZone: string };
const everything: Viewer = { as: owner, seen: people.map(({ id }) => id), timeZone: 'America/New_York' };
const granted: Viewer = { as: few, seen: [idAt(0), idAt(3), idAt(6), idAt(10)], timeZone: 'Pacific/Kiritimati' };

const { column, ...grounds } = groundsOf(world);
const { clientForms, matched, questions, publicForms, internalForms, fieldReports, householdReports, tables } = grounds;

/** `weekStartsOn` is Sunday where it is left out. */
type Drawn = { draft: DefinitionDraft; target?: DefinitionDraft; weekStartsOn?: WeekStart };
/** What is looked at, by whom, and of how many people counts are kept out. */
type How = { grounds: readonly Ground[]; viewer?: Viewer; below?: number; numRuns: number; seed: number };

const worldFor = ({
  viewer: { seen, timeZone } = everything,
  below = null,
  weekStartsOn = 'sunday',
}: Pick<How, 'viewer'> & Pick<Drawn, 'weekStartsOn'> & { below?: number | null }) => ({
  ...worldOf(seen, timeZone, weekStartsOn),
  below,
});

/** What a group is: its value, or the words for all others. */
const groupAs = (value: unknown, words: string | null | undefined): unknown =>
  value === null && words && isOther(words) ? words : value;

const comparablePage = ({ records, totals, record_count }: Awaited<ReturnType<Report['page']>>) => ({
  rows: records.map(({ values, display_values }) =>
    comparableRow(values.map((value, at) => groupAs(value, display_values[at]))),
  ),
  totals: totals && comparableRow(totals.values),
  record_count,
});

/** Of a report by groups, a chart of its figures along each group, by the keys of its columns; none of any other. */
const chartsOf = ({ fields, window }: ReportDefinition): { x: string; ys: string[] }[] => {
  const isFigure = ({ agg, agg_query }: ReportField) => agg !== null || agg_query !== null;
  if (window || !fields.some(isFigure)) return [];
  const counting = ['count', 'count_distinct', 'sum', 'avg', 'median', 'percent'];
  const ys = fields.filter(({ agg, agg_query }) => counting.includes(agg ?? agg_query ?? '')).map(({ key }) => key);
  const xs = fields.filter((one) => one.type !== 'operation' && !isFigure(one));
  return ys.length > 0 ? xs.map(({ key }) => ({ x: key, ys })) : [];
};

/** Of a report by groups, its first two as a cross table of at most two of its figures, both ways; none of any other. */
const crossTablesOf = ({ headers }: Awaited<ReturnType<Report['page']>>): CrossTableKeys[] => {
  const [first, second] = headers.filter(({ agg, field }) => agg === null && field !== null);
  const figures = headers
    .filter(({ agg, field, type }) => (agg !== null || field === null) && type === 'number')
    .map(({ key }) => key);
  if (!first || !second || figures.length === 0 || !headers.some(({ agg }) => agg !== null)) return [];
  const keys = { figures: figures.slice(0, 2), percentOf: null };
  return [
    { rows: first.key, columns: second.key, ...keys },
    { rows: second.key, columns: first.key, ...keys, figures: figures.slice(-2) },
  ];
};

const cellsOf = ({ columns, rows, totals, total }: CrossTable): Row[] => {
  const line = (head: unknown, cells: readonly { values: unknown[] }[], all: { values: unknown[] }) => [
    ...cells.map(({ values }, at) => [head, groupAs(columns[at]!.value, columns[at]!.label), ...values]),
    [head, 'Total', ...all.values],
  ];
  return [
    ...rows.flatMap(({ value, label, cells, total }) => line(groupAs(value, label), cells, total)),
    ...line('Total', totals, total),
  ];
};

const byText = (left: Row, right: Row) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1);

/**
 * Has both sides work a report out, in the time zone of who looks at it, and compares what they say; and the same of
 * charts, whose figures are those of the report by what stands along the chart alone.
 */
const compare = async ({ draft, target, weekStartsOn = 'sunday' }: Drawn, { viewer = everything, below }: How) => {
  const onto = target && definitionOf(target);
  const definition = definitionOf({ ...draft, ...(onto ? { report_target_id: await keep(organization, onto) } : {}) });
  const world = worldFor({ viewer, below: below ?? null, weekStartsOn });
  const charts = below === undefined ? chartsOf(definition) : [];
  const { page, drawn, crossed } = await inside(viewer.as, async (context) => {
    const organization = { ...context.caller.organization, week_starts_on: weekStartsOn };
    const there = { ...context, caller: { ...context.caller, organization } };
    const asking = below === undefined ? there : { ...there, small_numbers_below: below };
    const report = await reportOf(asking, definition);
    const page = await report.page({ page: 1, page_size: 10_000 });
    const drawn: Awaited<ReturnType<typeof report.groups>>['groups'][] = [];
    for (const { x, ys } of charts) drawn.push((await report.groups({ x, group: null, ys })).groups);
    const crossed: { keys: CrossTableKeys; table: CrossTable | null }[] = [];
    for (const keys of crossTablesOf(page))
      crossed.push({ keys, table: (await report.crossTable(keys, 10_000)).table });
    return { page, drawn, crossed };
  });
  const expected = referenceOf(world, definition, onto);
  expect(comparablePage(page)).toEqual(expected);
  const asked = asAsked(onto ?? definition, (field) => holdingOf({ kinds }, field));
  if (asked && charts.length === 0) {
    const whole = onto
      ? { ...definition, report_target_id: await keep(organization, asked.definition) }
      : asked.definition;
    const chosen = await inside(viewer.as, async (context) => {
      const organization = { ...context.caller.organization, week_starts_on: weekStartsOn };
      const there = { ...context, caller: { ...context.caller, organization } };
      const asking = below === undefined ? there : { ...there, small_numbers_below: below };
      return (await reportOf(asking, whole, { parameters: asked.chosen })).page({ page: 1, page_size: 10_000 });
    });
    expect(comparablePage(chosen), 'chosen by the reader').toEqual(expected);
  }
  for (const { keys, table } of crossed) {
    // Without rows, the slow way doesn't know whether they would be of people.
    if (below !== undefined && page.records.length === 0) continue;
    const { columnCount, rows } = crossTableOf(world, definition, { ...keys, target: onto });
    if (columnCount > 60) expect(table).toBeNull();
    else
      expect(cellsOf(table!).map(comparableRow).toSorted(byText), JSON.stringify(keys)).toEqual(rows.toSorted(byText));
  }
  for (const [index, { x, ys }] of charts.entries()) {
    const alone = chartOf(world, definition, { x, ys, target: onto });
    // Of more places than a chart draws the others are put together.
    if (alone.length > 200) continue;
    const entries = drawn[index]!.map((one) => comparableRow([groupAs(one.x, one.x_label), ...one.values]));
    expect(entries.toSorted(byText), x).toEqual(alone.toSorted(byText));
  }
};

/** How many definitions the runs below add up to. */
const usual = 800;
/** `REPORT_DEFINITIONS=2000` compares that many in all; `REPORT_SEED` draws others than the usual ones. */
const { REPORT_DEFINITIONS = usual, REPORT_SEED = 0 } = process.env;

/** A failure tells the seed and the path to the definition, as fast-check takes them. */
const check = (drafts: fc.Arbitrary<Drawn>, how: How) =>
  fc.assert(
    fc.asyncProperty(drafts, fc.constantFrom<WeekStart>('sunday', 'monday'), (drawn, weekStartsOn) =>
      compare({ ...drawn, weekStartsOn }, how),
    ),
    {
      numRuns: Math.ceil((how.numRuns * Number(REPORT_DEFINITIONS)) / usual),
      seed: how.seed + Number(REPORT_SEED),
    },
  );
const alone = ({ grounds }: How): fc.Arbitrary<Drawn> =>
  fc.oneof(...grounds.map((ground) => draftsOn(ground, operands))).map((draft) => ({ draft }));

const endsHolding = (show: FirstToLatestValue, holding: Holding): Holding =>
  show === 'change' ? 'number' : show === 'direction' ? 'choice' : holding;

/** An Aggregate on one of these reports, whose columns it names by their keys. */
const onOthers = (how: How): fc.Arbitrary<Drawn> =>
  alone(how).chain(({ draft: target }) => {
    const { fields, report_type } = definitionOf(target);
    const isGrouped = fields.some(({ agg }) => agg);
    const { functions, compare_operations } = definitionOf(target).window ?? {};
    const numbered = Object.values(functions ?? {}).flat();
    const compared = Object.values(compare_operations ?? {}).flat();
    const columns = fields.map((one): Col & { of: Col | null } => {
      if (one.type === 'operation') return { form: null, field: one.key, holding: 'number', of: null };
      const whole = column(one.form, String(one.field));
      const of: Col = one.each_option
        ? { ...whole, holding: 'choice' }
        : one.component
          ? { ...whole, holding: 'text' }
          : one.elapsed
            ? { form: null, field: one.key, holding: 'number' }
            : one.first_to_latest
              ? { form: null, field: one.key, holding: endsHolding(one.first_to_latest.show, whole.holding) }
              : whole;
      const isOfIt = (entry: { form: number | null; field: string }) =>
        entry.form === one.form && entry.field === one.field;
      const isNumbered =
        numbered.some((entry) => isOfIt(entry) && entry.function === 'row_number') ||
        (of.holding === 'scale' && compared.some(isOfIt));
      const format = one.formatter?.output ?? null;
      const grouping = isGrouped && !one.agg ? groupingOf(of.holding, format) : null;
      // Conditions call what isn't the value of a question by its key.
      if (one.bands) {
        const banded = { form: null, field: one.key, holding: 'scale' as const };
        return { ...banded, of: banded };
      }
      const holding = isNumbered ? 'number' : (grouping?.holding ?? holdingAfter(one.agg, of.holding));
      return { form: null, field: one.key, holding, format, of: { ...of, holding } };
    });
    const usable = columns.filter(({ of }) => of !== null);
    const isTimed = ({ field }: Col) =>
      !isGrouped &&
      !report_type.match(/household|system|^fields/) &&
      columns.some((one) => one.field === field && one.of?.form);
    // The first that shows something is what conditions mean by it.
    const isFirst = ({ of }: (typeof columns)[number], place: number) =>
      usable.findIndex((one) => one.of?.form === of?.form && one.of?.field === of?.field) === place;
    const asked = usable.filter(isFirst).flatMap(({ of }) => of ?? []);
    const ground: Ground = {
      report_type: 'query',
      leading: [usable],
      columns: usable,
      asked,
      modes: ['agg'],
      agg: 'agg_query',
      groups: 3,
      isTimed: (one) => !!isTimed(one),
    };
    return draftsOn(ground, operands).map((draft) => ({ draft, target }));
  });

test.each<[string, How]>([
  ['of people', { grounds: clientForms, numRuns: 110, seed: 1 }],
  ['of people, to who sees a few', { grounds: clientForms, viewer: granted, numRuns: 60, seed: 3 }],
  ['of matched responses', { grounds: matched, numRuns: 50, seed: 16 }],
  ['of matched responses, to who sees a few', { grounds: matched, viewer: granted, numRuns: 20, seed: 17 }],
  ['of matched responses, without small numbers', { grounds: matched, below: 3, numRuns: 15, seed: 18 }],
  ['of questions', { grounds: [questions], numRuns: 40, seed: 61 }],
  [
    'of questions, to who sees a few, without small numbers',
    { grounds: [questions], viewer: granted, below: 3, numRuns: 20, seed: 62 },
  ],
  ['of what strangers sent', { grounds: [publicForms], numRuns: 40, seed: 4 }],
  ['of what strangers sent, to who sees a few', { grounds: [publicForms], viewer: granted, numRuns: 20, seed: 5 }],
  ['of records', { grounds: internalForms, numRuns: 40, seed: 6 }],
  ['on fields', { grounds: fieldReports, numRuns: 40, seed: 7 }],
  ['on fields, to who sees a few', { grounds: fieldReports, viewer: granted, numRuns: 20, seed: 8 }],
  ['on households', { grounds: householdReports, numRuns: 60, seed: 9 }],
  ['on households, to who sees a few', { grounds: householdReports, viewer: granted, numRuns: 30, seed: 10 }],
  ['on tables', { grounds: tables, numRuns: 30, seed: 11 }],
  ['of people, without small numbers', { grounds: clientForms, below: 3, numRuns: 30, seed: 12 }],
  ['of what strangers sent, without small numbers', { grounds: [publicForms], below: 3, numRuns: 20, seed: 13 }],
  [
    'on fields and tables, without small numbers',
    { grounds: [...fieldReports, ...tables], below: 3, numRuns: 30, seed: 14 },
  ],
  ['on households, without small numbers', { grounds: householdReports, below: 3, numRuns: 30, seed: 15 }],
])('generated reports %s come to what the slow way says', (_, how) => check(alone(how), how));

test.each<[string, How]>([
  ['people', { grounds: clientForms, numRuns: 40, seed: 21 }],
  ['people, to who sees a few', { grounds: clientForms, viewer: granted, numRuns: 20, seed: 22 }],
  ['matched responses', { grounds: matched, numRuns: 15, seed: 26 }],
  ['what strangers sent, and records', { grounds: [publicForms, ...internalForms], numRuns: 20, seed: 23 }],
  [
    'fields, households and tables',
    { grounds: [...fieldReports, ...householdReports, ...tables], numRuns: 40, seed: 24 },
  ],
  [
    'any, without small numbers',
    { grounds: [...clientForms, publicForms, ...fieldReports, ...householdReports], below: 3, numRuns: 40, seed: 25 },
  ],
])('generated Aggregates on reports of %s come to what the slow way says', (_, how) => check(onOthers(how), how));

test.each<[string, How]>([
  ['of people', { grounds: clientForms, below: 3, numRuns: 30, seed: 71 }],
  ['of people, to who sees a few', { grounds: clientForms, viewer: granted, below: 3, numRuns: 15, seed: 72 }],
  ['of questions', { grounds: [questions], below: 4, numRuns: 20, seed: 73 }],
  [
    'of what strangers sent, and on fields',
    { grounds: [publicForms, ...fieldReports], below: 3, numRuns: 20, seed: 74 },
  ],
])('counts under conditions of their own %s, without small numbers, come to what the slow way says', (_, how) => {
  const drafts = fc.oneof(...how.grounds.map((ground) => dividedOn(ground, operands)));
  return check(
    drafts.map((draft) => ({ draft })),
    how,
  );
});

const asked = (form: TestForm, name: string, more: object = {}) => ({
  form: form.id,
  field: String(form.ids[name]),
  ...more,
});
const inTurn = (form: TestForm, more: object, order: object = {}) => ({
  order_fields: { [form.id]: [{ form: form.id, field: 'response_id', ...order }] },
  ...more,
});
const numbered = (form: TestForm, name: string) =>
  inTurn(form, { functions: { [form.id]: [asked(form, name, { function: 'row_number' })] } });
const inParts = (form: TestForm, name: string) => ({
  partition_field: { ...asked(form, name), type: 'field' as const },
  window: inTurn(form, {}, { function: 'latest' }),
});

// The slow way found these.
test.each<[string, Drawn, Partial<How>?]>([
  [
    'a column numbered along time is a number, whatever it holds',
    {
      draft: {
        fields: [asked(visit, 'said'), asked(visit, 'seen'), { type: 'operation', formula: 'A+A' }],
        window: numbered(visit, 'said'),
        default_order: [{ key: 'c1' }],
      },
    },
  ],
  ['so are several choices', { draft: { fields: [asked(visit, 'needs')], window: numbered(visit, 'needs') } }],
  [
    'ids are added up as numbers',
    {
      draft: {
        fields: [{ form: visit.id, field: 'response_id' }],
        window: inTurn(visit, {
          functions: { [visit.id]: [{ form: visit.id, field: 'response_id', function: 'running_total' }] },
        }),
      },
    },
  ],
  [
    'what is told apart by an answer is that of the people who are asked for',
    {
      draft: {
        fields: [{ field: 'client_id' }, asked(visit, 'color')],
        conditions: [{ field_name: 'client_gender', op: 'EQ', value: 'male' }],
        ...inParts(visit, 'color'),
      },
    },
  ],
  [
    'of what strangers sent there is one row for each person',
    {
      draft: {
        report_type: 'public_forms',
        fields: [{ field: 'client_full_name' }, asked(request, 'said')],
        window: inTurn(request, {}, { function: 'latest' }),
      },
    },
  ],
  [
    'nobody has no name',
    {
      draft: {
        report_type: 'public_forms',
        fields: [{ field: 'client_full_name' }, asked(request, 'said')],
        conditions: [{ field_name: 'client_full_name', op: 'EMPTY' }],
      },
    },
  ],
  [
    'the records that are left are told apart',
    {
      draft: {
        report_type: 'internal_forms',
        fields: [asked(loan, 'about'), asked(shelf, 'item')],
        conditions: [{ form: shelf.id, field_name: String(shelf.ids.boxes), op: 'GT', value: 0 }],
        ...inParts(loan, 'about'),
      },
    },
  ],
  [
    'groups are ordered by what is true',
    {
      draft: {
        fields: [{ field: 'client_active' }, asked(visit, 'score', { agg: 'sum' })],
        default_order: [{ key: 'c1' }],
      },
    },
  ],
  [
    'a household counts once beside the members who are left, and filters hold of it beside each',
    {
      draft: {
        report_type: 'household',
        fields: [
          { field: 'household_size', agg: 'sum' },
          { field: 'client_id', agg: 'count' },
          {
            field: 'client_gender',
            agg: 'count',
            filters: { and: [{ field_name: 'household_size', op: 'GT', value: 2 }] },
          },
        ],
        conditions: [{ field_name: 'client_gender', op: 'EQ', value: 'male' }],
      },
    },
  ],
  [
    'contacts are people, too, where few are kept out',
    {
      draft: {
        report_type: 'household',
        settings: { per_member: true },
        fields: [{ field: 'client_full_name' }, { field: 'client_gender', agg: 'count' }],
      },
    },
    { below: 3 },
  ],
  [
    'an Aggregate takes what a function could not work with',
    {
      draft: { report_type: 'query', fields: [{ field: 'c1' }, { field: 'c2', agg_query: 'count' }] },
      target: { fields: [asked(visit, 'well', { agg: 'min' }), { field: 'client_id' }] },
    },
  ],
  [
    'along time responses are ordered by the names of those who recorded them',
    {
      draft: {
        fields: [asked(visit, 'said'), { form: visit.id, field: 'response_id' }],
        window: {
          order_fields: { [visit.id]: [{ form: visit.id, field: 'created_by', function: 'earliest' }] },
        },
      },
    },
  ],
  [
    'the record that was picked before is ordered by its name',
    {
      draft: {
        fields: [asked(visit, 'pick'), { form: visit.id, field: 'response_id' }],
        window: inTurn(visit, {
          functions: { [visit.id]: [asked(visit, 'pick', { function: 'previous' })] },
        }),
        default_order: [{ key: 'c1' }],
      },
    },
  ],
  [
    'a part of an address is followed by that part',
    {
      draft: {
        fields: [asked(visit, 'home', { component: 'city' }), { form: visit.id, field: 'response_id' }],
        window: inTurn(visit, {
          functions: { [visit.id]: [asked(visit, 'home', { function: 'previous' })] },
        }),
      },
    },
  ],
  [
    'no date lies beyond the calendar of people',
    {
      draft: {
        fields: [asked(visit, 'seen'), { field: 'client_id' }, { type: 'operation', formula: 'A-B*B*B*B*B*B*B' }],
      },
    },
  ],
])('%s', (_, drawn, how) => compare(drawn, { grounds: [], numRuns: 1, seed: 0, ...how }));

test('and all the same of questions that left their forms', async () => {
  const left = await query(
    'delete from form_fields where organization_id = $1 and position % 2 = 1 returning field_id',
    [organization.id],
  );
  expect(left.length).toBeGreaterThan(5);
  const all = { numRuns: 80, seed: 32, grounds: [...clientForms, publicForms, ...internalForms, ...fieldReports] };
  await check(alone(all), all);
});

test('and all the same from the answers as they were given', async () => {
  await query('update field_slots set slot = null where organization_id = $1', [organization.id]);
  const all = { numRuns: 80, seed: 31, grounds: [...clientForms, publicForms, ...internalForms, ...fieldReports] };
  await check(alone(all), all);
});
