/**
 * Measures an import of 100,000 rows with 30 columns by the platform team, while staff of the same organization save.
 *
 *   node bench/imports.ts                 all of it
 *   node bench/imports.ts --rows 20000    fewer
 *   node bench/imports.ts --kill          kills the server once while it writes; another one goes on
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSession } from '#server/access/sessions.ts';
import { openTokens } from '#server/access/tokens.ts';
import { quantile } from './figures.ts';
import { openProduct } from './product.ts';

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, kill: { type: 'boolean', default: false } },
});
const rows = Number(options.rows);
const columns = 30;

const product = await openProduct('bench-imports');
const { query } = product;
const { id: organization_id, slug, owner, token } = await product.organization('taking');
const settings = { ROLE: 'all', SUPERUSER_SECOND_FACTOR: '0' };
let served = await product.serve(settings);
await query('update users set is_superuser = true where id = $1', [owner]);
const platform = await product.transaction((tx) => startSession(tx, openTokens(product.keys), { user_id: owner }));

type Way = { method?: string; path: string; body?: unknown; as?: string; host?: string };
const ask = async <T = { id: number }>({
  method = 'POST',
  path,
  body,
  as = token,
  host = `${slug}.localhost`,
}: Way) => {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${served.origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      host,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
};
const inOrganization = (path: string) => `/organization/${slug}${path}`;
const asPlatform = <T>(way: Way) => ask<T>({ ...way, as: platform, host: 'localhost' });

const kinds = [
  { field_type: 'number' },
  { field_type: 'freeform-short' },
  { field_type: 'date' },
  {
    field_type: 'select-one',
    field_options: ['a', 'b', 'c'].map((value, position) => ({ value, label: value.toUpperCase(), position })),
  },
];
const fields: number[] = [];
for (let n = 0; n < columns - 2; n++)
  fields.push(
    (await ask({ path: inOrganization('/fields'), body: { name: `Question ${n}`, ...kinds[n % kinds.length] } })).id,
  );
const form = await ask({
  path: inOrganization('/forms'),
  body: {
    name: 'Visits',
    form_type: 'client',
    active: true,
    form_fields: fields.map((field_id, position) => ({ field_id, position, is_required: false })),
  },
});
const people: number[] = [];
for (let n = 0; n < 100; n++)
  people.push(
    (
      await ask({
        path: inOrganization('/clients'),
        body: {
          first_name: `Person${n}`,
          last_name: `Of${n * 7}`,
          dob: `19${50 + (n % 50)}-03-14`,
          gender: 'female',
          ssn_suffix: String(1000 + n),
        },
      })
    ).id,
  );

const cell = (kind: number, row: number) =>
  [String(row % 1000), `text ${row % 977}`, `2026-0${1 + (row % 9)}-1${row % 10}`, 'abc'[row % 3]][kind];
const lines = Array.from({ length: rows }, (_, row) =>
  [people[row % people.length], '', ...fields.map((_, n) => cell(n % kinds.length, row + n))].join(','),
);
const text = [['who', 'response', ...fields.map((_, n) => `Question ${n}`)].join(','), ...lines].join('\n');

type Import = {
  id: number;
  state: string;
  counts: Record<string, number> | null;
  errors: object;
  progress: { done: number } | null;
};

/** What the server has in memory while staff save and nothing else is done. */
let rest = served.memory();

/** The longest that somebody waited for a save, and what the server took in memory, while something is done. */
const during = async (title: string, work: () => Promise<unknown>) => {
  const times: number[] = [];
  let most = 0;
  let isOver = false;
  const watching = setInterval(() => {
    most = Math.max(most, served.memory() - rest);
  }, 100);
  const saving = (async () => {
    for (let n = 0; !isOver; n++) {
      const from = performance.now();
      await ask({
        path: inOrganization(`/clients/${people[n % people.length]}/client_forms`),
        body: { form_id: form.id, answers: [{ field_id: fields[0], value: n }] },
      }).then(
        () => times.push(performance.now() - from),
        (error: unknown) => options.kill || console.error(String(error)),
      );
      await sleep(50);
    }
  })();
  const from = performance.now();
  await work();
  const seconds = (performance.now() - from) / 1000;
  isOver = true;
  await saving;
  clearInterval(watching);
  const figures = [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(0));
  console.log(`| ${title} | ${seconds.toFixed(1)} | ${figures.join(' | ')} | ${most.toFixed(0)} |`);
};

console.log('| | s | saves: p50, ms | p95 | p100 | memory above rest, MB |\n|---|---|---|---|---|---|');
await during('nothing, for comparison', () => sleep(5000));
rest = served.memory();

const sent = new FormData();
sent.set('data', JSON.stringify({ organization_id, type: 'form', form_id: form.id, name: 'Bench' }));
sent.set('input', new File([text], 'visits.csv'));
let made = { id: 0 } as Import;
await during(`upload of ${(text.length / 2 ** 20).toFixed(0)} MB`, async () => {
  made = await asPlatform<Import>({ path: '/admin/imports', body: sent });
});
const at = `/admin/imports/${made.id}`;
const change = (body: object) => asPlatform<Import>({ method: 'PUT', path: at, body });
await change({
  client_id_column: 1,
  response_id_column: 2,
  mappings: fields.map((id, n) => ({ destination_id: String(id), origin_id: n + 3 })),
});

const ended = async (watch: (one: Import) => Promise<void> = async () => {}) => {
  for (;;) {
    await sleep(250);
    const one = await asPlatform<Import>({ method: 'GET', path: at }).catch(() => null);
    if (one && one.state !== 'enqueued') return one;
    if (one) await watch(one);
  }
};
await during('dry run', async () => {
  await change({ dry_run: true });
  const { counts } = await ended();
  if (counts?.created !== rows) throw new Error(`Checked: ${JSON.stringify(counts)}`);
});

/** Kills the server where it is, and starts another, which takes the job on as if two minutes had passed. */
const killed = async () => {
  await served.kill();
  const [{ n } = { n: 0 }] = await query<{ n: number }>(
    'select rows_written::int as n from imports where organization_id = $1 and id = $2',
    [organization_id, made.id],
  );
  console.log(`killed with ${n} rows written`);
  served = await product.serve(settings);
  await query(
    "update jobs set alive_at = now() - interval '3 minutes' where organization_id = $1 and state = 'running'",
    [organization_id],
  );
};
await during('import', async () => {
  await change({ state_transition: 'enqueue' });
  let isKilled = !options.kill;
  const { counts, errors } = await ended(async ({ progress }) => {
    if (isKilled || (progress?.done ?? 0) < rows * 0.7) return;
    isKilled = true;
    await killed();
  });
  if (counts?.created !== rows) throw new Error(`Imported: ${JSON.stringify({ counts, errors })}`);
});
const [stored] = await query<{ n: number }>(
  `select count(*)::int as n from versions where organization_id = $1 and item_type = 'client_forms'
      and transaction_id = (select transaction_id from imports where organization_id = $1 and id = $2)`,
  [organization_id, made.id],
);
console.log(`${stored?.n} responses of ${rows} rows`);
await product.close();
