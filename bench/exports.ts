/**
 * Measures files of 200,000 rows against COPY of the same answers from a table that holds just these, in turn. The server
 * is a process of its own, whose memory is looked at.
 *
 *   node bench/exports.ts                 200,000 responses of one form with 30 fields
 *   node bench/exports.ts --rows 20000    fewer
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { healthy, startProduct } from '#tests/server/product.ts';
import { median } from './figures.ts';
import { bigOrganization, openInstallation, person, query } from './installation.ts';
import { memoryOf, processorTime } from './product.ts';

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '200000' }, runs: { type: 'string', default: '5' } },
});
const rows = Number(options.rows);
const size = { clients: Math.ceil(rows / 10), responses: rows, organizations: 1, forms: 1 };
const installation = await openInstallation(`exports_${rows}`, size);
const { config, folder, migrationUrl, tokenOf } = installation;
const big = await bigOrganization(installation);
const somebody = await person(installation, big, {
  email: 'exporter@example.org',
  privileges: {
    report_definitions: ['read', 'write'],
    client_forms: ['write'],
    forms: ['read'],
    clients: ['read'],
  },
});
const fields = await query<{ id: number }>(
  migrationUrl,
  'select field_id::int as id from form_fields where organization_id = $1 and form_id = $2 order by position',
  [big.id, big.form],
);
const [choice, number, text, date] = fields.map(({ id }) => String(id)) as [string, string, string, string];

const product = await startProduct({
  NODE_ENV: 'production',
  ROLE: 'web',
  DATABASE_URL: migrationUrl,
  DATA_DIR: folder,
  SECRET: config.secret,
  SMTP_URL: 'smtp://127.0.0.1:1',
});
await healthy(product);
const root = `${product.address}/api/organization/big`;
const headers = { authorization: `Bearer ${await tokenOf(somebody)}`, 'content-type': 'application/json' };
const created = await fetch(`${root}/report_definitions`, {
  method: 'POST',
  headers,
  body: JSON.stringify({
    name: `All rows ${Date.now()}`,
    report_type: 'client_forms',
    fields: [{ field: 'client_id' }, ...[choice, number, text, date].map((field) => ({ form: big.form, field }))],
  }),
});
const report = ((await created.json()) as { id: number }).id;

const hand = new pg.Client({ connectionString: migrationUrl });
await hand.connect();
await hand.query('set max_parallel_workers_per_gather = 0');

const read = (url: string) => async () => {
  const answer = await fetch(`${root}${url}`, { headers });
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  let bytes = 0;
  for await (const piece of answer.body) bytes += piece.length;
  return bytes;
};

const answers = fields.map(({ id }) => `answers ->> '${id}'`).join(', ');
const all = `organization_id = ${big.id} and form_id = ${big.form} order by completed_at, id`;
/** COPY as the database does it alone: into a file that nobody keeps. */
const copied = (columns: string, from: string) => async () => {
  await hand.query(`copy (select ${columns} from ${from} where ${all}) to program 'cat > /dev/null' with csv`);
  return 0;
};

type Case = { title: string; ours: () => Promise<number>; copy: () => Promise<number> };
const cases: Case[] = [
  {
    title: 'responses of a form with 30 fields, CSV',
    ours: read(`/forms/${big.form}.csv`),
    copy: copied(`client_id, id, completed_at, ${answers}`, 'responses'),
  },
  {
    title: 'the same, XLSX',
    ours: read(`/forms/${big.form}.xlsx`),
    copy: copied(`client_id, id, completed_at, ${answers}`, 'responses'),
  },
  {
    title: 'a report of 5 columns, CSV',
    ours: read(`/report_results/${report}.csv`),
    copy: copied('client_id, id, client_id, s01, n01, s02, d01', 'response_slots'),
  },
];

const timed = async (work: () => Promise<number>) => {
  const from = performance.now();
  const bytes = await work();
  return { ms: performance.now() - from, bytes };
};

console.log(
  '| file | Hearth, ms | of it the processor of the server | COPY, ms | share of its speed | MB | most memory above rest, MB |\n|---|---|---|---|---|---|---|',
);
for (const { title, ours, copy } of cases) {
  const [mine, worked, theirs]: [number[], number[], number[]] = [[], [], []];
  let size = 0;
  const pid = product.process.pid as number;
  const memory = () => memoryOf(pid);
  const rest = memory();
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, memory() - rest);
  }, 20);
  for (let run = -1; run < Number(options.runs); run++) {
    const before = processorTime(pid);
    const { ms, bytes } = await timed(ours);
    const processor = processorTime(pid) - before;
    const by = await timed(copy);
    size = bytes;
    if (run < 0) continue;
    mine.push(ms);
    worked.push(processor);
    theirs.push(by.ms);
  }
  clearInterval(watching);
  const [one, other] = [median(mine), median(theirs)];
  console.log(
    `| ${title} | ${one.toFixed(0)} | ${median(worked).toFixed(0)} | ${other.toFixed(0)} | ${(other / one).toFixed(2)} | ${(size / 2 ** 20).toFixed(0)} | ${most.toFixed(0)} |`,
  );
}
await hand.end();
product.process.kill();
await product.ended;
await installation.close();
