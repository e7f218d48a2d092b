import type { RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import type { CompiledReport } from './cells.ts';
import { charted, chartGroups } from './charts.ts';
import { compiled, planned } from './compile.ts';
import type { ReportContext } from './context.ts';
import { kinds } from './kinds/index.ts';
import { countRows, orderedRows } from './statements.ts';

/** What statements a report comes to is read by people before it changes: `vitest -u` writes these files anew. */
const server = await startServer();
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const { inside } = reporting(server);

const visits = await make.form('Visits', {
  Score: { field_type: 'number' },
  Color: { field_type: 'select-one', field_options: [{ label: 'Red', value: 'red', position: 0 }] },
  Seen: { field_type: 'date' },
  Told: { field_type: 'freeform-long' },
});
const calls = await make.form('Calls', { Minutes: { field_type: 'number' } });
const things = await make.form('Things', { Name: {} }, { form_type: 'internal' });

const of = (name: string, more: object = {}) => ({ form: visits.id, field: String(visits.ids[name]), ...more });
const client = { field: 'client_id' };
const score = { field_name: String(visits.ids.Score), op: 'GT', value: 5 };
const window = (order: object, more: Record<string, object[]> = {}) => ({
  order_fields: { [visits.id]: [{ form: visits.id, field: 'completed_at', ...order }] },
  ...Object.fromEntries(Object.entries(more).map(([name, entries]) => [name, { [visits.id]: entries }])),
});

type Made = (report: CompiledReport) => RawBuilder<unknown>;
const page: Made = (report) => orderedRows(report, { limit: 25, offset: 0 });

const forms = [
  ['visits', visits],
  ['calls', calls],
  ['things', things],
] as const;

/** What a parameter is, by where it stands: ids are other ones in each run. */
const nameOf = (sql: string, place: number, value: unknown): string => {
  const at = (before: string) => new RegExp(`${before} \\$${place}\\b`).test(sql);
  if (at('organization_id"? =')) return 'the organization';
  if (at('form_id =')) return forms.find(([, { id }]) => id === value)?.[0] ?? String(value);
  const isOfField = at('->') || Array.isArray(value);
  const fields = new Map(forms.flatMap(([, { ids }]) => Object.entries(ids).map(([name, id]) => [String(id), name])));
  const nameIn = (one: unknown) => (isOfField && typeof one === 'string' ? fields.get(one) : undefined);
  const named = Array.isArray(value) ? value.map((one) => nameIn(one) ?? one) : (nameIn(value) ?? value);
  return named !== value && typeof named === 'string'
    ? named
    : JSON.stringify(named).replaceAll(/\d{4}-\d\d-\d\d/g, 'a day');
};

/** The statement with names in the place of this run's ids, a clause a line, and what each parameter is. */
const readable = (sql: string, parameters: readonly unknown[]): string => {
  const lines = forms
    .reduce(
      (text, [name, { id }]) => text.replaceAll(`"f${id}"`, name).replaceAll(`"response_${id}"`, `response_${name}`),
      sql,
    )
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<!distinct) (from|where|left join|full join|join|group by|limit) /g, '\n$1 ')
    .trim();
  return `${lines}\n-- ${parameters.map((value, index) => `$${index + 1} ${nameOf(sql, index + 1, value)}`).join(', ')}\n`;
};

const statementOf = (draft: DefinitionDraft, made: Made) =>
  inside(owner, async (context: ReportContext) => {
    const definition = definitionOf(draft);
    const source = { kind: kinds[definition.report_type], definition };
    const { plan, issues } = await planned(context, source);
    expect(issues).toEqual([]);
    const { sql, parameters } = made(await compiled(context, source, plan)).compile(context.tx);
    return readable(sql, parameters);
  });

test.each<[string, DefinitionDraft, Made]>([
  ['one-form', { fields: [client, of('Score'), of('Color'), of('Seen')], conditions: [score] }, page],
  ['one-form-count', { fields: [client, of('Score'), of('Told')], conditions: [score] }, countRows],
  [
    'one-form-late-text',
    { fields: [of('Score'), of('Told')], default_order: [{ ...of('Score'), order: 'desc' }] },
    page,
  ],
  [
    'recorded-lately',
    { fields: [of('Score')], conditions: [{ field_name: 'completed_at', op: 'EQ', value: 'today' }] },
    page,
  ],
  [
    'two-forms',
    { fields: [client, of('Score'), { form: calls.id, field: String(calls.ids.Minutes) }], conditions: [score] },
    page,
  ],
  [
    'people-without-responses',
    { fields: [client, of('Score')], settings: { include_people_without_responses: true } },
    page,
  ],
  [
    'groups',
    { fields: [of('Color'), of('Score', { agg: 'avg' }), { ...client, agg: 'count', filters: { and: [score] } }] },
    page,
  ],
  [
    'two-forms-count',
    { fields: [client, of('Score'), { form: calls.id, field: String(calls.ids.Minutes) }], conditions: [score] },
    countRows,
  ],
  [
    'data-quality',
    {
      report_type: 'data_quality',
      fields: [
        { form: visits.id, field: 'question' },
        { form: visits.id, field: 'answer_status' },
        { ...client, agg: 'count_distinct' },
      ],
      conditions: [{ form: visits.id, field_name: 'answer_status', op: 'NEQ', value: 'answered' }, score],
    },
    page,
  ],
  ['latest-count', { fields: [client, of('Score')], window: window({ function: 'latest' }) }, countRows],
  ['latest', { fields: [client, of('Score')], window: window({ function: 'latest' }) }, page],
  [
    'compare',
    {
      fields: [client, of('Score')],
      window: window({ function: 'compare' }, { compare_operations: [of('Score', { function: 'diff' })] }),
    },
    page,
  ],
  [
    'direction',
    {
      fields: [
        of('Score', { first_to_latest: { show: 'direction', better: 'lower' } }),
        of('Score', { first_to_latest: { show: 'change' }, agg: 'avg' }),
        { ...client, agg: 'count_distinct', share: 'total' },
      ],
      window: window({ function: 'compare' }),
    },
    page,
  ],
  [
    'running-total',
    { fields: [of('Score')], window: window({}, { functions: [of('Score', { function: 'running_total' })] }) },
    page,
  ],
  ['operation', { fields: [of('Seen'), of('Score'), { type: 'operation', formula: 'A+B' }] }, page],
  [
    'chart',
    { fields: [of('Color'), of('Score')] },
    (report) => chartGroups(charted(report, { x: 'c1', group: null, ys: ['c2'] })),
  ],
  [
    'public-form',
    { report_type: 'public_forms', fields: [of('Score')], conditions: [{ field_name: 'client_link', op: 'FALSE' }] },
    page,
  ],
  [
    'internal-form',
    { report_type: 'internal_forms', fields: [{ form: things.id, field: String(things.ids.Name) }] },
    page,
  ],
])('the statement of %s is the one that was reviewed', async (name, draft, made) => {
  await expect(await statementOf(draft, made)).toMatchFileSnapshot(`golden/${name}.sql`);
});
