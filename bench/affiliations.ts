/**
 * Measures a hub that shares forms with many organizations: what its people wait for.
 *
 *   node bench/affiliations.ts --spokes 50 --rounds 30
 */
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { median, quantile } from './figures.ts';
import { openProduct } from './product.ts';

const { values: options } = parseArgs({
  options: { spokes: { type: 'string', default: '50' }, rounds: { type: 'string', default: '30' } },
});
const [spokes, rounds] = [Number(options.spokes), Number(options.rounds)];

const product = await openProduct('bench-affiliations');
const { query } = product;
const hub = await product.organization('hub');
const { origin } = await product.serve();
const agent = new Agent({ connections: 1 });

type Place = { slug: string; token: string };

const ask = async <T = { id: number }>(
  { slug, token }: Place,
  [method, path]: ['GET' | 'POST' | 'PUT', string],
  body?: object,
): Promise<T> => {
  const answer = await agent.request({
    origin,
    method,
    path: `/api/organization/${slug}${path}`,
    headers: {
      host: `${slug}.localhost`,
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text) as T;
};

/** The affiliations of the hub, all approved. */
const affiliate = async (): Promise<number[]> => {
  const ids: number[] = [];
  for (let n = 0; n < spokes; n++) {
    const spoke = await product.organization(`spoke-${n}`);
    await query('update organizations set can_be_found = true where id = $1', [spoke.id]);
    const { id } = await ask(hub, ['POST', '/affiliations'], { affiliate_organization_id: spoke.id });
    await ask(spoke, ['PUT', `/affiliations/${id}`], { affiliation_action: 'approve' });
    ids.push(id);
  }
  return ids;
};

const measure = async (name: string, work: (round: number) => Promise<unknown>): Promise<void> => {
  const times: number[] = [];
  for (let round = -3; round < rounds; round++) {
    const from = performance.now();
    await work(round);
    // The first are for the plans and the memory.
    if (round >= 0) times.push(performance.now() - from);
  }
  console.log(`${name}: p50 ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)}`);
};

try {
  const affiliations = await affiliate();
  const form_fields: { field_id: number; is_required: boolean }[] = [];
  for (let n = 0; n < 20; n++) {
    const { id } = await ask(hub, ['POST', '/fields'], { name: `Question ${n}`, field_type: 'number' });
    form_fields.push({ field_id: id, is_required: false });
  }
  const body = (round: number) => ({ name: `Intake ${round}`, form_fields });
  const shared = await ask(hub, ['POST', '/forms'], { ...body(0), affiliation_ids: affiliations });
  const own = await ask(hub, ['POST', '/forms'], body(0));
  const [first] = affiliations;
  await measure(`the first page of ${spokes} affiliations`, () => ask(hub, ['GET', '/affiliations/page/1']));
  await measure('all of them, as a list to choose from', () => ask(hub, ['GET', '/affiliations']));
  await measure('one affiliation', () => ask(hub, ['GET', `/affiliations/${first}`]));
  await measure(`a form that ${spokes} share`, () => ask(hub, ['GET', `/forms/${shared.id}`]));
  await measure('saving a form of 20 fields that nobody shares', (round) =>
    ask(hub, ['PUT', `/forms/${own.id}`], body(round)),
  );
  await measure(`saving one that ${spokes} share`, (round) => ask(hub, ['PUT', `/forms/${shared.id}`], body(round)));
  await measure(`sharing with ${spokes}, or with none`, (round) =>
    ask(hub, ['PUT', `/forms/${own.id}`], { affiliation_ids: round % 2 === 0 ? affiliations : [] }),
  );
} finally {
  await agent.destroy();
  await product.close();
}
