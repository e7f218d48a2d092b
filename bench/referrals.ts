/**
 * Measures what referrals cost who saves a response, while the other system has bad days.
 *
 *   node bench/referrals.ts                 200 referrals, 30 % errors, up to 10 s for an answer
 *   node bench/referrals.ts --saves 50 --delay 2000
 *
 * Saves of a response to the form that refers and to one like it, in turn, so that both have the same machine, while a
 * worker sends. Then it is waited until all were sent: none may be lost, and none come twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sealedReferralKey } from '#server/access/referral-key.ts';
import { simulatedKey, simulatedOrganization, startSimulator } from '#tests/referral-simulator.ts';
import { median, quantile } from './figures.ts';
import { openProduct } from './product.ts';

const { values: options } = parseArgs({
  options: { saves: { type: 'string', default: '200' }, delay: { type: 'string', default: '10000' } },
});
const [saves, longest] = [Number(options.saves), Number(options.delay)];
/** The first saves are for the plans and the memory. */
const warming = 20;

const simulator = await startSimulator();
simulator.delay = () => Math.random() * longest;
simulator.trouble = () => (Math.random() < 0.3 ? (Math.random() < 0.5 ? 'lost' : 'down') : null);

const product = await openProduct('bench-referrals');
const { query } = product;
const { id: organization_id, slug, token } = await product.organization('referring');
const { origin } = await product.serve({ ROLE: 'all', REFERRAL_HOSTS: simulator.origin });

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

const count = async (where: string): Promise<number> =>
  Number((await query<{ count: string }>(`select count(*) from referrals where ${where}`))[0]?.count);

try {
  const field = await ask('/fields', { name: 'Reason', field_type: 'freeform-short' });
  const formOf = (name: string) => ask('/forms', { name, form_fields: [{ field_id: field.id, is_required: false }] });
  const [plain, refers] = [await formOf('Plain'), await formOf('Refers')];
  const person = { first_name: 'Nadia', last_name: 'Orr', dob: '1990-01-31', gender: 'female', ssn_suffix: '1234' };
  const client = await ask('/clients', person);
  await query(`update clients set case_worthy_client_id = '7' where id = $1`, [client.id]);
  const { key_id, api_key } = sealedReferralKey(product.keys.newest(), organization_id, simulatedKey);
  await query(
    `insert into case_worthy_affiliations (organization_id, base_url, known_as, key_id, api_key,
                                           template_referral_form_id, referral_form_field_mappings)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      organization_id,
      simulator.origin,
      simulatedOrganization,
      key_id,
      api_key,
      refers.id,
      JSON.stringify({ referral_reason: field.id }),
    ],
  );

  const times = { plain: [] as number[], refers: [] as number[] };
  for (let n = 0; n < saves; n++)
    for (const [name, form] of Object.entries({ plain, refers })) {
      const from = performance.now();
      const answers = [{ field_id: field.id, value: `Reason ${n}` }];
      await ask(`/clients/${client.id}/client_forms`, { form_id: form.id, answers });
      if (n >= warming) times[name as keyof typeof times].push(performance.now() - from);
    }
  const told = (all: number[]) => `p50 ${median(all).toFixed(2)} ms, p95 ${quantile(all, 0.95).toFixed(2)}`;
  console.log(
    `a save: ${told(times.plain)}; one that refers: ${told(times.refers)}; ` +
      `ratio of the medians ${(median(times.refers) / median(times.plain)).toFixed(2)}`,
  );

  const from = Date.now();
  while ((await count('referral_id is null')) > 0) {
    // What failed waits for minutes otherwise.
    await query('update referrals set due_at = now() where referral_id is null and in_hand_until is null');
    await ask('/case_worthy/refresh', {}).catch(() => {});
    await sleep(1000);
  }
  const sent = await count('referral_id is not null');
  const doubled = simulator.referrals.length - new Set(simulator.referrals.map((one) => one.external_id)).size;
  const calls = simulator.asked.filter(({ method, path }) => method === 'POST' && path === '/referrals').length;
  console.log(
    `${saves} saved, ${sent} sent in ${calls} calls within ${((Date.now() - from) / 1000).toFixed(0)} s, ` +
      `${saves - simulator.referrals.length + doubled} lost, ${doubled} doubled`,
  );
} finally {
  await product.close();
  await simulator.close();
}
