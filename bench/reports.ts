// Over 300 lines: each report stands beside what somebody would write by hand for it.
/**
 * Measures reports over a million responses against hand-typed tables of the same answers, in turn, one after the other.
 *
 *   node bench/reports.ts                 over 100,000 people, after `node bench/run.ts` or instead of it
 *   node bench/reports.ts --scale 0.1     over a tenth of it
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { qualityDefinition } from '#reports/quality-report.ts';
import { buildServer } from '#server/http/server.ts';
import { openStorage } from '#server/kit/files/storage.ts';
import { bigOrganization, grantEveryTenth, openInstallation, person, query } from './installation.ts';

const { values: options } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, runs: { type: 'string', default: '15' } },
});
const scale = Number(options.scale);
const runs = Number(options.runs);
const size = { clients: 100_000 * scale, responses: 1_000_000 * scale, organizations: Math.ceil(200 * scale) };
const installation = await openInstallation(scale, size);
const { config, database, keys, migrationUrl, tokenOf } = installation;
const big = await bigOrganization(installation);
const reads = { report_definitions: ['read', 'write'], client_forms: ['read'], forms: ['read'] };
const everybody = await person(installation, big, {
  email: 'reporter@example.org',
  privileges: { ...reads, clients: ['read'] },
});
const granted = await person(installation, big, { email: 'granted-reporter@example.org', privileges: reads });
await grantEveryTenth(installation, big, granted);

const forms = await query<{ id: number }>(
  migrationUrl,
  'select id::int from forms where organization_id = $1 order by id',
  [big.id],
);
const fields = await query<{ id: number }>(
  migrationUrl,
  'select id::int from fields where organization_id = $1 order by id',
  [big.id],
);
const [one, other] = forms.map(({ id }) => id) as [number, number];
const [choice, number, text, date, choices] = fields.map(({ id }) => String(id)) as [
  string,
  string,
  string,
  string,
  string,
];

/**
 * What somebody would have made by hand who knew the questions: a table a form with all its answers and the same
 * indexes, and nothing else.
 */
const typed = async () => {
  const asked = { s01: 'choice', n01: 'number', s02: 'text', d01: 'date', m01: 'choices' };
  const slots = await query<{ slot: string }>(
    migrationUrl,
    `select distinct slot from field_slots where organization_id = ${big.id} order by slot`,
  );
  const answers = slots.map(({ slot }) => (slot in asked ? `${slot} as ${asked[slot as 's01']}` : slot));
  const columns = ['id', 'client_id', 'completed_at', ...answers].join(', ');
  const made = [...forms.map(({ id }, index) => ({ table: `hand.form_${index + 1}`, of: `form_id = ${id}` }))];
  await query(migrationUrl, 'drop schema if exists hand cascade; create schema hand');
  await query(migrationUrl, `create table hand.people as select * from clients where organization_id = ${big.id}`);
  await query(migrationUrl, 'alter table hand.people add primary key (id)');
  for (const { table, of } of [...made, { table: 'hand.all_forms', of: 'true' }]) {
    await query(
      migrationUrl,
      `create table ${table} as select ${columns}, form_id from response_slots where organization_id = ${big.id} and ${of}`,
    );
    await query(migrationUrl, `create index on ${table} (client_id, completed_at)`);
    await query(migrationUrl, `create index on ${table} (completed_at, id) include (client_id)`);
  }
  await query(migrationUrl, 'vacuum analyze');
  return slots.map(({ slot }) => (slot in asked ? asked[slot as 's01'] : slot));
};
const columns = await typed();

const of = (form: number, field: string, more: object = {}) => ({ form, field, ...more });
const name = { field: 'client_full_name' };
const client = { field: 'client_id' };
type Case = { title: string; goal: string; report: object; hand: string[]; path?: string };
const page = 'order by client_id, completed_at, id limit 25';
const cases: Case[] = [
  {
    title: 'one form, filtered by a number and a day, page 1 and count',
    goal: '≤ 1.5, under 50 ms',
    report: {
      fields: [client, name, of(one, choice), of(one, number), of(one, date)],
      conditions: {
        and: [
          { form: one, field_name: number, op: 'GT', value: 4500 },
          { form: one, field_name: date, op: 'GTE', value: '2025-01-01' },
        ],
      },
    },
    hand: [
      `select client_id, first_name || ' ' || last_name, choice, number, date from hand.form_1 join hand.people p on p.id = client_id
        where number > 4500 and date >= '2025-01-01' order by client_id, completed_at, form_1.id limit 25`,
      `select count(*) from hand.form_1 where number > 4500 and date >= '2025-01-01'`,
    ],
  },
  {
    title: 'one form, of the person or an answer one of two, page 1 and count',
    goal: '≤ 2',
    report: {
      fields: [client, name, of(one, choice), of(one, number), of(one, date)],
      conditions: {
        and: [
          {
            or: [
              { form: one, field_name: number, op: 'GT', value: 4900 },
              { field_name: 'client_last_name', op: 'BWITH', value: 'a' },
            ],
          },
        ],
      },
    },
    hand: [
      `select client_id, first_name || ' ' || last_name, choice, number, date from hand.form_1 join hand.people p on p.id = client_id
        where number > 4900 or lower(last_name) like 'a%' order by client_id, completed_at, form_1.id limit 25`,
      `select count(*) from hand.form_1 join hand.people p on p.id = client_id where number > 4900 or lower(last_name) like 'a%'`,
    ],
  },
  {
    title: 'one form, everything, page 1 and count',
    goal: '≤ 1.5',
    report: { fields: [client, of(one, choice), of(one, number), of(one, text), of(one, date)] },
    hand: [`select client_id, choice, number, text, date from hand.form_1 ${page}`, 'select count(*) from hand.form_1'],
  },
  {
    title: 'two forms side by side, page 1 and count',
    goal: '≤ 2',
    report: { fields: [client, of(one, number), of(other, number)] },
    hand: [
      `select coalesce(a.client_id, b.client_id), a.number, b.number
         from (select *, row_number() over (partition by client_id order by completed_at, id) as at from hand.form_1) a
         full join (select *, row_number() over (partition by client_id order by completed_at, id) as at from hand.form_2) b
                on a.client_id = b.client_id and a.at = b.at
        order by 1, coalesce(a.at, b.at) limit 25`,
      `select count(*)
         from (select client_id, row_number() over (partition by client_id order by completed_at, id) as at from hand.form_1) a
         full join (select client_id, row_number() over (partition by client_id order by completed_at, id) as at from hand.form_2) b
                on a.client_id = b.client_id and a.at = b.at`,
    ],
  },
  {
    title: 'one form with the latest response to another one beside each, page 1 and count',
    goal: '≤ 2',
    report: {
      fields: [client, of(one, number), of(other, number)],
      settings: { matching: { [other]: { response: 'latest' } } },
    },
    hand: [
      `select a.client_id, a.number, b.number from hand.form_1 a
         left join (select distinct on (client_id) client_id, number from hand.form_2 order by client_id, completed_at desc, id desc) b
                on b.client_id = a.client_id
        order by a.client_id, a.completed_at, a.id limit 25`,
      'select count(*) from hand.form_1',
    ],
  },
  {
    title: 'groups of one form by the answer to another one that was the latest at that time',
    goal: '≤ 2',
    report: {
      fields: [of(other, choice), { ...client, agg: 'count_distinct' }, of(one, number, { agg: 'sum' })],
      settings: { matching: { [other]: { response: 'latest_at' } } },
    },
    hand: [
      `select b.choice, count(distinct a.client_id), sum(a.number) from hand.form_1 a
         left join lateral (select choice from hand.form_2
            where client_id = a.client_id and completed_at::date <= a.completed_at::date
            order by completed_at desc, id desc limit 1) b on true
        group by b.choice order by b.choice`,
    ],
  },
  {
    title: 'first against last of one form',
    goal: '≤ 2',
    report: {
      fields: [client, of(one, number)],
      window: {
        order_fields: { [one]: [of(one, 'completed_at', { function: 'compare' })] },
        compare_operations: { [one]: [of(one, number, { function: 'diff' })] },
      },
    },
    hand: [
      `select client_id, (array_agg(number order by completed_at desc, id desc))[1] - (array_agg(number order by completed_at, id))[1]
         from hand.form_1 group by client_id order by client_id limit 25`,
      'select count(distinct client_id) from hand.form_1',
    ],
  },
  {
    title: 'people by whether their first and last number of one form improved, with the average change',
    goal: '≤ 2',
    report: {
      fields: [
        of(one, number, { first_to_latest: { show: 'direction' } }),
        { ...client, agg: 'count_distinct' },
        of(one, number, { first_to_latest: { show: 'change' }, agg: 'avg' }),
      ],
      window: { order_fields: { [one]: [of(one, 'completed_at', { function: 'compare' })] } },
    },
    hand: [
      `select case when answers > 1 then sign(latest - earliest) end, count(*),
              avg(latest - earliest) filter (where answers > 1)
         from (select client_id, count(number) as answers,
                      (array_agg(number order by completed_at desc, id desc) filter (where number is not null))[1] as latest,
                      (array_agg(number order by completed_at, id) filter (where number is not null))[1] as earliest
                 from hand.form_1 group by client_id) people
        group by 1 order by 1`,
    ],
  },
  {
    title: 'groups of one form: count, average and highest by a choice',
    goal: '≤ 1.5',
    report: {
      fields: [
        of(one, choice),
        { ...client, agg: 'count' },
        of(one, number, { agg: 'avg' }),
        of(one, number, { agg: 'max' }),
      ],
    },
    hand: [
      'select choice, count(client_id), avg(number), max(number) from hand.form_1 group by choice order by choice',
    ],
  },
  {
    title: 'people of one form by age at its date, in bands',
    goal: '≤ 2',
    report: {
      fields: [
        {
          field: 'client_dob',
          elapsed: { unit: 'years', until: of(one, date) },
          bands: [0, 6, 14, 18, 25, 45, 55, 60, 65, 75],
        },
        { ...client, agg: 'count_distinct' },
      ],
      settings: { empty_groups: true },
    },
    hand: [
      `select width_bucket(extract(year from age(date, dob))::int, array[0, 6, 14, 18, 25, 45, 55, 60, 65, 75]) as band, count(distinct client_id)
         from hand.form_1 join hand.people p on p.id = client_id group by band order by band`,
    ],
  },
  {
    title: 'people of one form by each of the options that they chose',
    goal: '≤ 2',
    report: {
      fields: [
        { ...of(one, choices), each_option: true },
        { ...client, agg: 'count_distinct' },
      ],
      settings: { empty_groups: true },
    },
    hand: [
      `select option, count(distinct client_id)
         from hand.form_1 left join lateral unnest(choices) option on true group by option order by option`,
    ],
  },
  {
    title: 'people of one form by the ten last names that most of them have, and all others',
    goal: '≤ 2',
    report: {
      fields: [
        { field: 'client_last_name', top: { count: 10 } },
        { ...client, agg: 'count_distinct' },
        of(one, 'response_id', { agg: 'count' }),
      ],
    },
    hand: [
      `with most as (
         select last_name from hand.form_1 join hand.people p on p.id = client_id
          group by last_name order by count(distinct client_id) desc, last_name limit 10)
       select most.last_name, count(distinct client_id), count(form_1.id)
         from hand.form_1 join hand.people p on p.id = client_id left join most on most.last_name = p.last_name
        group by most.last_name`,
    ],
  },
  {
    title: 'how all questions of one form are answered',
    goal: '≤ 3',
    report: { report_type: 'data_quality', ...qualityDefinition(one) },
    hand: [
      `select question, count(*), count(*) filter (where is_answered), count(*) filter (where not is_answered)
         from hand.form_1, lateral (values ${columns.map((column) => `('${column}', ${column} is not null)`).join(', ')}) answers (question, is_answered)
        group by question order by question`,
    ],
  },
  {
    title: 'groups of all responses: count by form',
    goal: '≤ 2, under 1 s',
    report: {
      report_type: 'system',
      settings: { table: 'responses' },
      fields: [{ field: 'form_name' }, { field: 'response_id', agg: 'count' }],
    },
    hand: ['select form_id, count(id) from hand.all_forms group by form_id order by form_id'],
  },
  {
    title: 'groups of all answers to one question on any form: average by choice',
    goal: '≤ 2, under 1 s',
    report: {
      report_type: 'fields',
      settings: { all_answers: true },
      fields: [{ field: choice }, { field: number, agg: 'avg' }],
    },
    hand: ['select choice, avg(number) from hand.all_forms group by choice order by choice'],
  },
];

const app = await buildServer({ config, database, storage: openStorage(config), keys });
const headersOf = async (id: number) => ({ authorization: `Bearer ${await tokenOf(id)}`, host: 'big.localhost' });
const root = '/api/organization/big';
const owner = await headersOf(everybody);
const ask = async (method: 'GET' | 'POST', url: string, more: { headers?: object; payload?: object } = {}) => {
  const answer = await app.inject({ method, url: `${root}${url}`, headers: owner, ...(more as object) });
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 500)}`);
  return answer;
};
const hand = new pg.Client({ connectionString: migrationUrl });
await hand.connect();
await hand.query('set max_parallel_workers_per_gather = 2');

const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const ms = (value: number) => value.toFixed(1);

const create = async ({ title, report }: Case) => {
  const payload = { name: title, report_type: 'client_forms', ...report };
  return (await ask('POST', '/report_definitions', { payload })).json<{ id: number }>().id;
};

console.log(
  '| report | Hearth, ms | by hand, ms | ratio | goal | through 10,000 grants, ms |\n|---|---|---|---|---|---|',
);
const reader = await headersOf(granted);
for (const one of cases) {
  const id = await create(one);
  const url = `/report_results/${id}?page_size=25`;
  const [ours, theirs, through]: [number[], number[], number[]] = [[], [], []];
  for (let index = -2; index < runs; index++) {
    const mine = await timed(() => ask('GET', url));
    const yours = await timed(async () => {
      for (const statement of one.hand) await hand.query(statement);
    });
    const few = await timed(() => ask('GET', url, { headers: reader }));
    // The first are for the plans and the memory.
    if (index < 0) continue;
    ours.push(mine);
    theirs.push(yours);
    through.push(few);
  }
  const ratio = middle(ours) / middle(theirs);
  console.log(
    `| ${one.title} | ${ms(middle(ours))} | ${ms(middle(theirs))} | ${ratio.toFixed(2)} | ${one.goal} | ${ms(middle(through))} |`,
  );
}

/** What every request costs, whatever it asks: who asks, the report, its forms and fields. */
const empty = await create({
  title: 'nothing',
  goal: '',
  report: {
    fields: [client, of(one, number)],
    conditions: { and: [{ form: one, field_name: 'completed_at', op: 'LT', value: '1990-01-01' }] },
  },
  hand: [],
});
const fixed: number[] = [];
for (let index = -5; index < runs; index++) {
  const time = await timed(() => ask('GET', `/report_results/${empty}?page_size=25`));
  if (index >= 0) fixed.push(time);
}
console.log(`A report that finds nothing: ${ms(middle(fixed))} ms`);

/** The same statement under row-level security, and as a role that it does not bind. */
const bound = new pg.Client({ connectionString: installation.appUrl });
await bound.connect();
await bound.query(`set app.organization_id = ${big.id}`);
const grouped = `select s01, count(*), avg(n01) from response_slots where organization_id = ${big.id} and form_id = ${one} group by s01`;
const [withRules, without]: [number[], number[]] = [[], []];
for (let index = -5; index < runs * 3; index++) {
  const here = await timed(() => bound.query(grouped));
  const there = await timed(() => hand.query(grouped));
  if (index < 0) continue;
  withRules.push(here);
  without.push(there);
}
await bound.end();
const share = (middle(withRules) / middle(without)).toFixed(2);
console.log(`Row-level security: ${share} of the same statement without it (${ms(middle(withRules))} ms)`);

/** All rows, as a file: against COPY of a table that holds just these. */
const download = await create({
  title: 'all rows',
  goal: '',
  report: {
    report_type: 'fields',
    settings: { all_answers: true },
    fields: [{ field: 'client_id' }, { field: choice }, { field: number }, { field: text }, { field: date }],
    conditions: {
      and: [{ field_name: 'client_id', op: 'LTE', value: big.first + Math.floor((big.last - big.first) / 5) }],
    },
  },
  hand: [],
});
const before = process.memoryUsage().rss;
let lines = 0;
const csv = await timed(async () => {
  const answer = await ask('GET', `/report_results/${download}.csv`);
  lines = answer.body.split('\n').length;
});
const copied = await timed(() =>
  hand.query(
    `create temp table copied as select client_id, choice, number, text, date from hand.all_forms where client_id <= ${big.first + Math.floor((big.last - big.first) / 5)} order by client_id, completed_at, id`,
  ),
);
console.log(
  `CSV of ${lines} rows: ${ms(csv)} ms, reading them by hand in order ${ms(copied)} ms; memory grew by ${Math.round((process.memoryUsage().rss - before) / 2 ** 20)} MB with the whole answer held by the client`,
);
await hand.query('drop schema hand cascade');
await hand.end();
await app.close();
await installation.close();
