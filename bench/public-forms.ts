/**
 * Measures what strangers do to staff, and what refusals tell them.
 *
 *   node bench/public-forms.ts                            all of it
 *   node bench/public-forms.ts --seconds 20 --rate 100    for a shorter time, with fewer strangers
 *
 * - 200 strangers a second send a form of 20 questions, each when it is due, however long those before them take. Staff
 *   work meanwhile; their p95 may be twice the usual. In the end what was acknowledged is compared with what is there.
 * - 500 connections send headers slowly, 500 send bodies slowly, while staff work.
 * - Links that are wrong, revoked, closed and expired are opened in turn: how long the same refusal takes.
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { newStart } from '#server/access/start-tokens.ts';
import { median, quantile, toldApart } from './figures.ts';
import { openProduct } from './product.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, rate: { type: 'string', default: '200' } },
});
const [seconds, rate] = [Number(options.seconds), Number(options.rate)];

const product = await openProduct('bench-public-forms');
const { query, keys } = product;
const { id: organization_id, slug, token } = await product.organization('open');
const { origin, port, memory, worked } = await product.serve();
/** Strangers and staff do not wait for each other's connections. */
const agents = { strangers: new Agent({ connections: 64 }), staff: new Agent({ connections: 8 }) };

type RequestOptions = {
  who?: keyof typeof agents;
  method?: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};
type Reply = { id: number; data: { id: number }[]; access_key: string; reference: string };

const ask = async ({
  who = 'strangers',
  method = 'GET',
  path,
  body,
  headers = {},
}: RequestOptions): Promise<{ status: number; body: Reply }> => {
  const answer = await agents[who].request({
    origin,
    method,
    path: `/api${path}`,
    headers: { host: `${slug}.localhost`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: text ? JSON.parse(text) : null };
};
const asStaff = async (way: RequestOptions): Promise<Reply> => {
  const { status, body } = await ask({
    ...way,
    who: 'staff',
    path: `/organization/${slug}${way.path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  if (status >= 300) throw new Error(`${way.path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Twenty questions of several kinds, the first with a name that is needed, and answers to all of them. */
const options3 = ['Own home', 'Shelter', 'Outside'].map((label, position) => ({ label, value: label, position }));
const kinds = [
  { field_type: 'freeform-short', value: 'Joanna Reyes' },
  { field_type: 'freeform-long', value: 'We have to leave the flat at the end of the month. '.repeat(4) },
  { field_type: 'number', value: 42 },
  { field_type: 'select-one', value: 'Shelter', field_options: options3 },
  { field_type: 'date', value: '2026-11-02' },
];
const answers: { field_id: number; value: unknown }[] = [];
for (let n = 0; n < 20; n++) {
  const { value, ...kind } = kinds[n % kinds.length] as (typeof kinds)[number];
  answers.push({
    field_id: (await asStaff({ method: 'POST', path: '/fields', body: { name: `Q ${n}`, ...kind } })).id,
    value,
  });
}
const form_fields = answers.map(({ field_id }, n) => ({ field_id, is_required: n === 0, is_quick_view: n < 3 }));
const form = await asStaff({ method: 'POST', path: '/forms', body: { name: 'Ask for help', form_fields } });
const publish = (more: object = {}) =>
  asStaff({
    method: 'POST',
    path: `/forms/${form.id}/public_forms`,
    body: { published_at: '2026-01-01T00:00:00.000Z', ...more },
  });
const open = await publish();
const people = await Promise.all(
  Array.from({ length: 300 }, (_, n) =>
    asStaff({
      method: 'POST',
      path: '/clients',
      body: {
        first_name: `First ${n}`,
        last_name: `Last ${n * 7919}`,
        dob: '1980-01-02',
        gender: 'female',
        ssn_suffix: '1234',
      },
    }),
  ),
);

/** Calls at their times, whether or not those before were answered; how long each took from when it was due. */
const paced = async (perSecond: number, isOver: () => boolean, call: (index: number) => Promise<unknown>) => {
  const times: number[] = [];
  const running: Promise<unknown>[] = [];
  const from = performance.now();
  for (let index = 0; !isOver(); index++) {
    const due = from + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    running.push(call(index).then(() => times.push(performance.now() - due)));
  }
  await Promise.all(running);
  return times;
};

/** What staff do: a page of people, one person, what came by public forms, and saving a response. */
const staffCalls: ((index: number) => Promise<unknown>)[] = [
  () => asStaff({ path: '/clients/page/1' }),
  (index) => asStaff({ path: `/clients/${people[index % people.length]?.id}` }),
  () => asStaff({ path: `/public_forms/${open.id}/public_form_instances/page/1` }),
  (index) =>
    asStaff({
      method: 'POST',
      path: `/clients/${people[index % people.length]?.id}/client_forms`,
      body: { form_id: form.id, answers },
    }),
];
const staff = (isOver: () => boolean) => paced(20, isOver, (index) => staffCalls[index % staffCalls.length]!(index));
const lasting = (milliseconds: number) => {
  const until = performance.now() + milliseconds;
  return () => performance.now() > until;
};
const told = (times: number[]) =>
  `p50 ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)}, slowest ${quantile(times, 1).toFixed(0)}`;
const compared = (usual: number[], meanwhile: number[]) =>
  `staff usually ${told(usual)}; meanwhile ${told(meanwhile)}: ` +
  `p95 ${(quantile(meanwhile, 0.95) / quantile(usual, 0.95)).toFixed(2)} times (goal ≤ 2)`;
/** Each from a network of its own, as the proxy tells it. */
const network = (n: number) => ({ 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` });

try {
  await staff(lasting(5000));
  const usual = await staff(lasting(15_000));

  const acknowledged: string[] = [];
  const refusals: string[] = [];
  const isOver = lasting(seconds * 1000);
  const [resting, before] = [memory(), worked()];
  const [sent, meanwhile] = await Promise.all([
    paced(rate, isOver, async (index) => {
      const start_token = newStart(keys, { organization_id, public_form_id: open.id });
      const { status, body } = await ask({
        method: 'POST',
        path: `/public/public_forms/${open.access_key}/public_form_instances`,
        headers: network(index),
        body: { answers, start_token },
      });
      if (status === 201) acknowledged.push(body.reference);
      else refusals.push(`${status} ${JSON.stringify(body)}`);
    }),
    staff(isOver),
  ]);
  const after = worked();
  const there = await query<{ reference: string }>(
    'select reference from responses where organization_id = $1 and public_form_id = $2',
    [organization_id, open.id],
  );
  const known = new Set(there.map(({ reference }) => reference));
  const lost = acknowledged.filter((reference) => !known.has(reference)).length;
  console.log(
    `${sent.length} sent in ${seconds} s, ${told(sent)}; ${refusals.length} refused ${refusals[0] ?? ''}; ` +
      `${lost} lost, ${there.length - acknowledged.length} too many, ${there.length - known.size} doubled; ` +
      `server ${resting.toFixed(0)} MB before, ${memory().toFixed(0)} after, ` +
      `each with what staff did meanwhile took ${((after.server - before.server) / sent.length).toFixed(1)} ms of a processor for the server and ` +
      `${((after.database - before.database) / sent.length).toFixed(1)} for the database\n  ${compared(usual, meanwhile)}`,
  );

  const slowly = () => {
    const ended: number[] = [];
    const from = performance.now();
    const trickle = (beginning: string, more: string) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(beginning));
      socket.on('error', () => {}).resume();
      const writing = setInterval(() => socket.writable && socket.write(more), 1000);
      socket.once('close', () => {
        clearInterval(writing);
        ended.push((performance.now() - from) / 1000);
      });
    };
    const head =
      `POST /api/public/public_forms/${open.access_key}/public_form_instances HTTP/1.1\r\n` +
      `Host: ${slug}.localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
    for (let n = 0; n < 500; n++) {
      trickle('GET /api/health HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n');
      trickle(`${head}{"answers": [`, ' ');
    }
    return ended;
  };
  const restingYet = memory();
  const ended = slowly();
  const duringSlow = await staff(lasting(40_000));
  console.log(
    `1,000 slow connections: ${ended.length} were closed, the first after ${quantile(ended, 0).toFixed(0)} s, half by ` +
      `${quantile(ended, 0.49).toFixed(0)} s, the last after ${quantile(ended, 1).toFixed(0)} s; ` +
      `server ${restingYet.toFixed(0)} MB before, ${memory().toFixed(0)} after\n  ${compared(usual, duringSlow)}`,
  );

  const revoked = await publish();
  await asStaff({ method: 'POST', path: `/forms/${form.id}/public_forms/${revoked.id}/new_link`, body: {} });
  const refused: Record<string, { key: string; times: number[] }> = {
    wrong: { key: 'a'.repeat(24), times: [] },
    malformed: { key: 'x', times: [] },
    revoked: { key: revoked.access_key, times: [] },
    closed: { key: (await publish({ is_active: false })).access_key, times: [] },
    expired: { key: (await publish({ expired_at: '2026-02-01T00:00:00.000Z' })).access_key, times: [] },
    'at night': { key: (await publish({ dow: [(new Date().getUTCDay() + 3) % 7] })).access_key, times: [] },
  };
  for (let n = 0; n < 600; n++)
    for (const { key, times } of Object.values(refused)) {
      const from = performance.now();
      const { status } = await ask({ path: `/public/public_forms/${key}`, headers: network(n + 70_000) });
      // The first are for the plans and the memory.
      if (n >= 100) times.push(performance.now() - from);
      if (status !== 404) throw new Error(`A link that opens nothing answered ${status}`);
    }
  for (const [what, { times }] of Object.entries(refused))
    console.log(
      `refused because ${what}: ${told(times)}; told apart from wrong ${toldApart(times, refused.wrong!.times).toFixed(2)} (0.5 is a coin)`,
    );
} finally {
  await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
  await product.close();
}
