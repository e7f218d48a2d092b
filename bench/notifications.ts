/**
 * Measures what notifications cost.
 *
 *   node bench/notifications.ts                  all of it
 *   node bench/notifications.ts --bells 200 --saves 100
 *
 * - Open bells: what each takes of the server's memory, and how soon all of them hear of something. Each is of another
 *   organization, which is the worst case: nothing is shared.
 * - Saves of a response to a form with five notifications and to one without, in turn, so that both have the same machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { median, quantile } from './figures.ts';
import { openProduct } from './product.ts';

const { values: options } = parseArgs({
  options: { bells: { type: 'string', default: '1000' }, saves: { type: 'string', default: '400' } },
});
const [bells, saves] = [Number(options.bells), Number(options.saves)];

const product = await openProduct('bench-notifications');
const { query } = product;
const { id: organization_id, slug, token } = await product.organization('told');
const { origin, memory } = await product.serve();
const agents = { bells: new Agent({ connections: bells + 1, bodyTimeout: 0 }), staff: new Agent({ connections: 1 }) };

type Place = { slug: string; token: string };
const headersOf = ({ slug, token }: Place) => ({ host: `${slug}.localhost`, authorization: `Bearer ${token}` });

const ask = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ id: number }> => {
  const answer = await agents.staff.request({
    origin,
    method,
    path: `/api/organization/${slug}${path}`,
    headers: { ...headersOf({ slug, token }), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text);
};

/** Opens a bell; tells of each event that it hears. */
const openBell = async (place: Place, heard: () => void): Promise<void> => {
  const answer = await agents.bells.request({
    origin,
    method: 'GET',
    path: `/api/organization/${place.slug}/notifications/stream`,
    headers: headersOf(place),
  });
  if (answer.statusCode !== 200) throw new Error(`A bell answered ${answer.statusCode}`);
  answer.body.on('data', (chunk: Buffer) => String(chunk).includes('event: notices') && heard());
  answer.body.on('error', () => {});
};

const openBells = async () => {
  const places = [];
  for (let n = 0; n < bells; n++) places.push(await product.organization(`bell-${n}`));
  // What is loaded once for all bells is not counted to them.
  await openBell({ slug, token }, () => {});
  await ask('GET', '/notifications/page/1');
  await sleep(2000);
  const before = memory();
  let heard = 0;
  for (const place of places) await openBell(place, () => heard++);
  while (heard < bells) await sleep(50);
  await sleep(25_000);
  const after = memory();
  heard = 0;
  const from = performance.now();
  await query(
    `insert into notices (organization_id, user_id, kind, event_id, text, url, in_bell, awaits_digest)
     select organization_id, id, 'job', gen_random_uuid(), 'Done', '/organization/jobs', true, false
       from memberships where organization_id <> $1`,
    [organization_id],
  );
  await query(
    `select pg_notify('hearth_bells', organization_id || ' ' || id) from memberships where organization_id <> $1`,
    [organization_id],
  );
  while (heard < bells) await sleep(10);
  const took = performance.now() - from;
  console.log(
    `${bells} open bells: server ${before.toFixed(0)} MB before, ${after.toFixed(0)} after a beat, ` +
      `${(after - before).toFixed(0)} for them; a notice for each at once is heard by all after ${took.toFixed(0)} ms`,
  );
};

const compareSaves = async () => {
  const field = await ask('POST', '/fields', { name: 'Rent', field_type: 'number' });
  const formOf = (name: string) =>
    ask('POST', '/forms', { name, form_fields: [{ field_id: field.id, is_required: false }] });
  const [silent, asked, telling] = [await formOf('Silent'), await formOf('Asked'), await formOf('Telling')];
  const over = (value: number) =>
    JSON.stringify({
      and: [{ scope: 'form', conditions: { and: [{ field_name: String(field.id), op: 'GT', value }] } }],
    });
  const notify = (form: { id: number }, conditions: string) =>
    ask('POST', `/forms/${form.id}/notification_definitions`, {
      name: 'client_form_created',
      subject_template: 'About {{form_name}}',
      body_template: 'Open {{record_url}}',
      recipients: [{ email: 'desk@example.org', delivery_types: ['email'] }],
      conditions,
    });
  for (let n = 0; n < 5; n++) {
    await notify(asked, over(1000));
    await notify(telling, over(100));
  }
  const person = { first_name: 'Nadia', last_name: 'Orr', dob: '1990-01-31', gender: 'female', ssn_suffix: '1234' };
  const client = await ask('POST', '/clients', person);
  const times = { silent: [] as number[], asked: [] as number[], telling: [] as number[] };
  for (let n = 0; n < saves + 50; n++)
    for (const [name, form] of Object.entries({ silent, asked, telling })) {
      const from = performance.now();
      const answers = [{ field_id: field.id, value: 150 }];
      await ask('POST', `/clients/${client.id}/client_forms`, { form_id: form.id, answers });
      // The first are for the plans and the memory.
      if (n >= 50) times[name as keyof typeof times].push(performance.now() - from);
    }
  const told = (all: number[]) => `p50 ${median(all).toFixed(2)} ms, p95 ${quantile(all, 0.95).toFixed(2)}`;
  const more = (all: number[]) => `${told(all)}, ${((median(all) / median(times.silent) - 1) * 100).toFixed(0)} % more`;
  console.log(
    `a save: ${told(times.silent)}; with five notifications whose conditions do not hold: ${more(times.asked)}; ` +
      `with five that are sent: ${more(times.telling)}`,
  );
};

try {
  if (saves > 0) await compareSaves();
  if (bells > 0) await openBells();
} finally {
  await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
  await product.close();
}
