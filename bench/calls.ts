import type { FastifyInstance } from 'fastify';
import { type Big, type Installation, query } from './installation.ts';
import type { Call } from './load.ts';
import { recorded } from './record.ts';
import type { Scenario } from './scenario.ts';

export type BenchmarkCase = {
  title: string;
  token: string;
  user: number;
  /** What differs from call to call. */
  vary: (index: number) => string;
  call: (varied: string, index: number) => Call;
  /** The least share of the bare handler's throughput. */
  goal: number;
  /** Instead of the recorded statements. */
  statements?: Scenario['statements'];
};

type Caller = { token: string; user: number };

const answerOf: Record<string, unknown> = {
  'select-one': 'option_2',
  number: 1234,
  'freeform-short': 'spoke by phone, will come again on Monday',
  date: '2026-03-14',
  'select-many': ['option_1', 'option_3'],
  checkbox: true,
};

/** The calls of the table in docs/performance.md. */
export const callsOf = async (
  { migrationUrl }: Installation,
  big: Big,
  { scale, entity, granted }: { scale: number; entity: Caller; granted: Caller },
): Promise<Record<string, BenchmarkCase>> => {
  const fields = await query<{ id: number; field_type: string }>(
    migrationUrl,
    'select id::int, field_type from fields where organization_id = $1 order by id',
    [big.id],
  );
  const answers = fields.map(({ id, field_type }) => ({ field_id: id, value: answerOf[field_type] }));
  const stored = JSON.stringify(Object.fromEntries(answers.map(({ field_id, value }) => [field_id, value])));
  const threes = await query<{ letters: string }>(
    migrationUrl,
    `select distinct lower(substr(last_name, 2, 3)) as letters from clients where organization_id = $1 order by 1 limit 500`,
    [big.id],
  );
  const responses = await query<{ id: number; client_id: number }>(
    migrationUrl,
    'select id::int, client_id::int from responses where organization_id = $1 order by id limit 5000',
    [big.id],
  );
  const root = '/api/organization/big';
  const page = (number: number, asked = '') => `${root}/clients/page/${number}${asked}`;
  const anyClient = (index: number) => String(big.first + ((index * 7919) % (big.last - big.first)));
  const anyResponse = (index: number) => responses[(index * 7919) % responses.length] as (typeof responses)[number];
  const get = (path: string): Call => ({ method: 'GET', path });
  const fixed = () => '-';
  return {
    client: { title: 'one client', ...entity, goal: 0.6, vary: anyClient, call: (id) => get(`${root}/clients/${id}`) },
    response: {
      title: 'one response of 30 answers',
      ...entity,
      goal: 0.6,
      vary: (index) => String(anyResponse(index).id),
      call: (id, index) => get(`${root}/clients/${anyResponse(index).client_id}/client_forms/${id}`),
    },
    page1: { title: 'clients list, page 1', ...entity, goal: 0.7, vary: fixed, call: () => get(page(1)) },
    page1000: {
      title: 'clients list, page 1,000',
      ...entity,
      goal: 0.7,
      vary: fixed,
      call: () => get(page(Math.ceil(1000 * scale))),
    },
    granted: {
      title: 'clients list, page 1, through 10,000 record grants',
      ...granted,
      goal: 0.7,
      vary: fixed,
      call: () => get(page(1)),
    },
    search3: {
      title: 'search of 3 letters',
      ...entity,
      goal: 0.7,
      vary: (index) => `%${threes[index % threes.length]?.letters}%`,
      call: (pattern) => get(page(1, `?query=${pattern.slice(1, -1)}`)),
    },
    granted3: {
      title: 'search of 3 letters, through 10,000 record grants',
      ...granted,
      goal: 0.7,
      vary: (index) => `%${threes[index % threes.length]?.letters}%`,
      call: (pattern) => get(page(1, `?query=${pattern.slice(1, -1)}`)),
    },
    search1: {
      title: 'search of 1 letter',
      ...entity,
      goal: 0.7,
      vary: (index) => 'bcdefghjklmnoprstvwz'[index % 20] as string,
      call: (letter) => get(page(1, `?query=${letter}`)),
    },
    save: {
      title: 'save a response of 30 answers',
      ...entity,
      goal: 0.5,
      vary: anyClient,
      call: (id) => ({
        method: 'POST',
        path: `${root}/clients/${id}/client_forms`,
        body: { form_id: big.form, answers },
      }),
      // The version trigger writes the audit row of the bare insert too.
      statements: [
        {
          text: `insert into responses (organization_id, form_id, client_id, administrator_id, updated_by_id, answers)
                 values ($1, $2, $3, $4, $4, $5) returning *`,
          values: [big.id, big.form, '-1', entity.user, stored],
        },
      ],
    },
  };
};

const recordedIndex = 4999;

/** The statements behind each call, as the product sends them when it answers for the second time. */
export const scenariosOf = async (
  app: FastifyInstance,
  measured: Record<string, BenchmarkCase>,
): Promise<Record<string, Scenario>> => {
  const scenarios: Record<string, Scenario> = {};
  for (const [key, one] of Object.entries(measured)) {
    // Far from the first, so that the id of what varies is not by chance that of the organization or the person too.
    const varied = one.vary(recordedIndex);
    const { method, path: url } = one.call(varied, recordedIndex);
    const headers = { authorization: `Bearer ${one.token}`, host: 'big.localhost' };
    if (one.statements) {
      scenarios[key] = { statements: one.statements, sentinel: '-1', isQuick: false };
      continue;
    }
    await app.inject({ method, url, headers });
    const statements = await recorded(async () => {
      const answer = await app.inject({ method, url, headers });
      if (answer.statusCode >= 300) throw new Error(`${key}: ${answer.statusCode} ${answer.body}`);
    });
    scenarios[key] = { statements, sentinel: varied, isQuick: method === 'GET' };
  }
  return scenarios;
};
