import { expect, test } from 'vitest';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { reportDefinitionRoutes as definitions } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes as results } from '#contract/resources/report-results.ts';
import { reportViewRoutes as views } from '#contract/resources/report-views.ts';
import { type Aggregate, aggregates, type Column, type ResultType, rowFunctions } from '#reports/columns.ts';
import { type Case, seedEveryKind } from '#tests/reports/every-kind.ts';
import { isSample, sampled } from '#tests/sample.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { organization, form, cases } = await seedEveryKind(server);
const as = organization.owner;

/** The shapes in which each kind of column was answered with rows. */
const shapes = ['plain', 'grouped', 'worked out', 'windowed', 'apart', 'sorted', 'file', 'chart'] as const;
type Shape = (typeof shapes)[number];
const answered = new Map<Shape, Set<ResultType>>(shapes.map((shape) => [shape, new Set()]));

/** Asks over HTTP: an answer, or a refusal that says at which part of the report what is wrong. */
const ask = async <R extends RouteSpec>(route: R, sent: object, about: string) => {
  const reply = await server.send(route, { as, ...sent } as never as RequestInput<R> & { as: typeof as });
  const { status, errors } = reply;
  expect([200, 201, 422], `${about}: ${status} ${JSON.stringify(errors)}`).toContain(status);
  if (status === 422)
    for (const [path, messages] of Object.entries(errors as Record<string, string[]>))
      expect(`${path} ${messages.join(' ')}`, about).toMatch(
        /^(fields|window|partition_field|default_order|xaxis)\S* \S/,
      );
  return reply;
};

type Entry = Pick<Column, 'form' | 'field' | 'type'>;
const named = ({ form, field, type }: Column): Entry => ({ form, field, type });

/** One column of each kind: of a form, each of its questions; else one of each result. */
const ofEachKind = (columns: readonly Column[]): Column[] => {
  const kinds = columns.map((one) => (/^\d+$/.test(one.field) ? `${one.form} ${one.field} ${one.type}` : one.result));
  return columns.filter((_, index) => kinds.indexOf(kinds[index]!) === index);
};

// Households are counted by one column alone.
const functions = (Object.keys(aggregates) as Aggregate[]).filter((agg) => agg !== 'count_households');

const chunked = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

type Saving = { name: string; kinds: readonly Column[]; body: (more: object) => { body: object } };

/** Saves a report of columns, and asks for its files, its summary and a chart of each kind of column. */
const inFilesAndCharts = async ({ name, kinds, body }: Saving, part: readonly Column[]) => {
  const fields = part.map((one, index) => ({ ...named(one), key: `c${index}` }));
  const saved = await ask(definitions.create, body({ name, fields }), name);
  expect(saved.status, `${name}: ${JSON.stringify(saved.errors)}`).toBe(201);
  const { id } = saved.body;
  for (const route of [results.csv, results.xlsx, results.dictionary])
    expect((await ask(route, { params: { id } }, `${name}, file`)).status).toBe(200);
  for (const { result } of part) answered.get('file')!.add(result);
  const settings = JSON.stringify(fields.slice(0, 50).map(({ key }) => ({ key })));
  await server.call(results.createSummary, { as, params: { report_id: id }, body: { settings } });
  await ask(results.summary, { params: { report_id: id } }, `${name}, summary`);
  const numbers = fields.filter((_, index) => part[index]!.result === 'number').map(({ key }) => key);
  for (const [index, { key }] of fields.entries()) {
    const column = part[index]!;
    if (!kinds.includes(column)) continue;
    const about = `${name}, chart, ${column.label}`;
    const split = { name: 'Split', view_type: 'bar', xaxis: key, group_by: key, yaxis: numbers.slice(0, 1) };
    const others = [
      { name: 'Counted', view_type: 'pie', xaxis: key, yaxis: [] },
      { name: 'Scattered', view_type: 'scatter', xaxis: key, yaxis: numbers.slice(0, 1) },
      ...(column.result === 'address' ? [{ name: 'Placed', view_type: 'map', xaxis: key, yaxis: [] }] : []),
    ];
    for (const view of [split, ...others]) {
      const { body, status } = await ask(views.create, { params: { report_id: id }, body: view }, about);
      expect(status, about).toBe(201);
      const page = await ask(results.viewPage, { params: { report_id: id, id: body.id, page: 1 } }, about);
      expect(page.status, about).toBe(200);
      answered.get('chart')!.add(column.result);
    }
  }
};

/** Asks for columns in every shape. @param agg what the type of report calls its functions */
const inEveryShape = async ([name, report_type, query, draft]: Case, agg: 'agg' | 'agg_query' = 'agg') => {
  const catalogue = await server.call(definitions.catalogue, { as, query: { report_type, ...query } as never });
  const all = [...catalogue.columns, ...catalogue.forms.flatMap((one) => one.columns)] as Column[];
  const isWorkedOut = report_type === 'household' && !draft.settings?.per_member;
  const isOfMember = ({ form, field }: Column) => isWorkedOut && (form !== null || !field.startsWith('household_'));
  const shown = all.filter((one) => !isOfMember(one));
  const kinds = ofEachKind(all);
  const main = shown.find(({ form }) => form !== null) ?? shown.find(({ field }) => /^\d+$/.test(field)) ?? shown[0]!;
  const base = named(main);
  const body = (more: object) => ({ body: { report_type, ...draft, ...more } });
  const preview = async (shape: Shape, columns: readonly Column[], more: object) => {
    const about = `${name}, ${shape}, ${columns.map(({ label }) => label).join(', ')}`;
    const { status } = await ask(results.preview, body(more), about);
    for (const { result } of columns) if (status === 200) answered.get(shape)!.add(result);
    return status;
  };

  await preview('plain', shown, { fields: [base, ...shown.map(named)] });
  for (const one of functions)
    await preview('worked out', kinds, {
      fields: [
        { ...base, [agg]: 'count' },
        ...kinds
          .filter(({ result, changing }) => !changing && (result === 'boolean' || !one.endsWith('_true')))
          .map((column) => ({ ...named(column), [agg]: one })),
      ],
    });
  for (const column of kinds) {
    const entry = named(column);
    const counted = { ...base, [agg]: 'count' };
    await preview('grouped', [column], {
      fields: isOfMember(column) ? [{ ...entry, [agg]: 'count' }] : [entry, counted],
    });
    if (!isOfMember(column))
      await preview('sorted', [column], { fields: [base, entry], default_order: [{ ...entry, order: 'desc' }] });
    if (!column.form || report_type === 'household') continue;
    const along = (order: string | null, more: object = {}) => ({
      order_fields: { [String(column.form)]: [{ ...entry, function: order }] },
      ...more,
    });
    for (const order of [null, 'latest', 'compare'])
      await preview('windowed', [column], { fields: [base, entry], window: along(order) });
    for (const over of rowFunctions) {
      const window = { functions: { [String(column.form)]: [{ ...entry, function: over }] } };
      await preview('windowed', [column], { fields: [base, entry], window });
    }
    const byTime = {
      order_fields: { [String(column.form)]: [{ form: column.form, field: 'response_id', function: 'latest' }] },
    };
    await preview('apart', [column], { fields: [base, entry], window: byTime, partition_field: entry });
  }

  // An Aggregate groups by at most three columns.
  const parts = report_type === 'query' ? chunked(kinds, 3) : [shown.slice(0, 100)];
  for (const part of parts) await inFilesAndCharts({ name, kinds, body }, part);
};

test.each(sampled('every shape', 4, cases))(
  '%s: every kind of column in every shape is an answer, or a refusal that says why',
  (...one) => inEveryShape(one),
);

test('an Aggregate: every kind of column in every shape is an answer, or a refusal that says why', async () => {
  const fields = (
    await server.call(definitions.catalogue, { as, query: { report_type: 'client_forms', forms: String(form.id) } })
  ).forms
    .flatMap((one) => (one.id === form.id ? one.columns : []))
    .map((one) => named(one as Column));
  const body = { name: 'Below', report_type: 'client_forms' as const, fields };
  const { id } = await server.call(definitions.create, { as, body });
  const draft = { report_target_id: id };
  await inEveryShape(['Aggregate', 'query', { forms: String(id) }, draft], 'agg_query');
});

test.skipIf(isSample)('each kind of column is answered in each shape that it has', () => {
  const all: ResultType[] = [
    ...(['text', 'number', 'date', 'time', 'timestamp', 'boolean', 'choice', 'choices'] as const),
    ...(['address', 'file', 'record', 'user'] as const),
  ];
  for (const shape of shapes) {
    const apart: ResultType[] = shape === 'apart' ? ['file'] : [];
    const expected = all.filter((one) => !apart.includes(one));
    expect([...answered.get(shape)!], shape).toEqual(expect.arrayContaining(expected));
  }
});
