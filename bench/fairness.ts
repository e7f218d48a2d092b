/**
 * Measures how long another organization waits while one asks for thirty report previews at once.
 *
 *   node bench/fairness.ts
 *
 * The list of people of a quiet organization, alone and during the previews: p95 of both, and their ratio (goal: at most 2).
 */
import { quantile } from './figures.ts';
import { openProduct } from './product.ts';

const product = await openProduct('bench-fairness');
const { query } = product;
const [busy, quiet] = [await product.organization('busy'), await product.organization('quiet')];
const { origin } = await product.serve();

type Organization = typeof busy;
const ask = async ({ slug, token }: Organization, path: string, body?: object) => {
  const from = performance.now();
  const response = await fetch(`${origin}/api/organization/${slug}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = response.status === 204 ? null : await response.json();
  return { status: response.status, took: performance.now() - from, answer };
};
const made = async (organization: Organization, path: string, body: object): Promise<{ id: number }> => {
  const { status, answer } = await ask(organization, path, body);
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
};
const person = { first_name: 'Ana', last_name: 'Rivera', dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' };

const client = await made(busy, '/clients', person);
await made(quiet, '/clients', person);
const field = await made(busy, '/fields', { name: 'Score', field_type: 'number' });
const form = await made(busy, '/forms', { name: 'Visit', form_fields: [{ field_id: field.id }] });
const [slot] = await query<{ slot: string }>('select slot from field_slots where form_id = $1', [form.id]);
await query(
  `with made as (
     insert into responses (organization_id, form_id, client_id, administrator_id, updated_by_id, answers)
     select $1, $2, $3, $4, $4, jsonb_build_object($5::text, n % 1000) from generate_series(1, 300000) n
     returning organization_id, form_id, id, client_id, completed_at)
   insert into response_slots (organization_id, form_id, id, client_id, completed_at, ${slot?.slot})
   select organization_id, form_id, id, client_id, completed_at, id % 1000 from made`,
  [busy.id, form.id, client.id, busy.owner, String(field.id)],
);
await query('analyze responses, response_slots');

const preview = {
  report_type: 'client_forms',
  fields: [
    { form: form.id, field: String(field.id), type: 'field' },
    { form: form.id, field: 'response_id', agg: 'count' },
  ],
};
const list = async (): Promise<number> => {
  const { status, took } = await ask(quiet, '/clients/page/1');
  if (status !== 200) throw new Error(`The list answered ${status}`);
  return took;
};
const lists = async (count: number): Promise<number[]> => {
  const times: number[] = [];
  for (let n = 0; n < count; n++) times.push(await list());
  return times;
};

await lists(50);
const alone = await lists(200);
const one = await ask(busy, '/report_previews', preview);
if (one.status !== 200) throw new Error(`The preview answered ${one.status} ${JSON.stringify(one.answer)}`);
let isOver = false;
const refused = { count: 0 };
const flood = Array.from({ length: 30 }, async () => {
  while (!isOver) {
    const { status } = await ask(busy, '/report_previews', preview);
    if (status === 503) refused.count += 1;
    else if (status !== 200) throw new Error(`A preview answered ${status}`);
  }
});
await new Promise((resolve) => setTimeout(resolve, 1000));
const during = await lists(200);
isOver = true;
await Promise.all(flood);

const [before, after] = [quantile(alone, 0.95), quantile(during, 0.95)];
console.log(
  `one preview: ${one.took.toFixed(0)} ms; list of another organization: p95 ${before.toFixed(1)} ms alone, ` +
    `${after.toFixed(1)} ms beside 30 previews, ${(after / before).toFixed(1)} times (goal: 2); ${refused.count} previews refused`,
);
await product.close();
