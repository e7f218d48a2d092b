/**
 * Measures what a webhook costs who saves a response.
 *
 *   node bench/webhooks.ts                 400 saves
 *   node bench/webhooks.ts --saves 100
 *
 * Saves of a response in an organization with one webhook that hears of it, and in one like it without, in turn, so that
 * both have the same machine, while a worker sends. Then it is waited until all were told.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median, quantile } from './figures.ts';
import { openProduct } from './product.ts';

const { values: options } = parseArgs({ options: { saves: { type: 'string', default: '400' } } });
const saves = Number(options.saves);
/** The first saves are for the plans and the memory. */
const warming = 50;

const told = new Set<unknown>();
const receiver = createServer((request, response) => {
  told.add(request.headers['webhook-id']);
  request.resume();
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const product = await openProduct('bench-webhooks');
const { query } = product;
const { origin } = await product.serve({ ROLE: 'all', WEBHOOK_HOSTS: address });

/** An organization with a form of one field and a person, and the save that is measured. */
const place = async (name: string) => {
  const { id, slug, token } = await product.organization(name);
  await query('update organizations set api_access_enabled = true where id = $1', [id]);
  const ask = async (path: string, body: unknown): Promise<{ id: number }> => {
    const answer = await fetch(`${origin}/api/organization/${slug}${path}`, {
      method: 'POST',
      headers: {
        'x-forwarded-host': `${slug}.localhost`,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  const field = await ask('/fields', { name: 'Rent', field_type: 'number' });
  const form = await ask('/forms', { name: 'Intake', form_fields: [{ field_id: field.id, is_required: false }] });
  const person = { first_name: 'Nadia', last_name: 'Orr', dob: '1990-01-31', gender: 'female', ssn_suffix: '1234' };
  const client = await ask('/clients', person);
  const save = (value: number) =>
    ask(`/clients/${client.id}/client_forms`, { form_id: form.id, answers: [{ field_id: field.id, value }] });
  return { ask, save, times: [] as number[] };
};

try {
  const [quiet, heard] = [await place('quiet'), await place('heard')];
  const privileges = { clients: ['read'], client_forms: ['read'], forms: ['read'] };
  const group = await heard.ask('/permission_groups', { name: 'Readers', privileges });
  const hook = { name: 'Ledger', url: `${address}/hook`, events: ['client_form_created'] };
  await heard.ask('/webhooks', { ...hook, permission_group_id: group.id });

  for (let n = 0; n < saves + warming; n++)
    for (const { save, times } of [quiet, heard]) {
      const from = performance.now();
      await save(n);
      if (n >= warming) times.push(performance.now() - from);
    }
  const inWords = ({ times }: typeof quiet) =>
    `p50 ${median(times).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)}`;
  console.log(
    `a save: ${inWords(quiet)}; with a webhook: ${inWords(heard)}; ` +
      `ratio of the medians ${(median(heard.times) / median(quiet.times)).toFixed(2)}`,
  );

  const from = Date.now();
  while (told.size < saves + warming && Date.now() - from < 120_000) await sleep(100);
  console.log(`${told.size} of ${saves + warming} told within ${((Date.now() - from) / 1000).toFixed(1)} s`);
} finally {
  await product.close();
  receiver.close();
}
