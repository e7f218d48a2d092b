/**
 * Measures cross tables over a million responses against the plain report of the same groups: types by months with people
 * counted once in every cell and total, in turn, one after the other; and twelve such tables of one form each at once.
 *
 *   node bench/cross-tables.ts                 over the data set of `node bench/run.ts`
 *   node bench/cross-tables.ts --scale 0.1     over a tenth of it
 */
import { parseArgs } from 'node:util';
import { buildServer } from '#server/http/server.ts';
import { openStorage } from '#server/kit/files/storage.ts';
import { median } from './figures.ts';
import { bigOrganization, openInstallation, person, query } from './installation.ts';

const { values: options } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, runs: { type: 'string', default: '7' } },
});
const scale = Number(options.scale);
const size = { clients: 100_000 * scale, responses: 1_000_000 * scale, organizations: Math.ceil(200 * scale) };
const goals = { ratio: 2, together: 1500 };

const installation = await openInstallation(scale, size);
const { config, database, keys, migrationUrl, tokenOf } = installation;
const big = await bigOrganization(installation);
const user = await person(installation, big, {
  email: 'cross-tables@example.org',
  privileges: {
    report_definitions: ['read', 'write', 'remove'],
    clients: ['read'],
    client_forms: ['read'],
    forms: ['read'],
  },
});
const headers = { authorization: `Bearer ${await tokenOf(user)}`, host: 'big.localhost' };
const app = await buildServer({ config, database, storage: openStorage(config), keys });
const api = async <T>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<T> => {
  const answer = await app.inject({
    method,
    url: `/api/organization/big${url}`,
    headers,
    ...(payload ? { payload } : {}),
  });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 500)}`);
  return (answer.body ? answer.json() : null) as T;
};
const ids = async (table: 'forms' | 'fields') =>
  (
    await query<{ id: number }>(migrationUrl, `select id::int from ${table} where organization_id = $1 order by id`, [
      big.id,
    ])
  ).map(({ id }) => id);

/** A report by type and month with its cross table. */
const made = async (name: string, report: object): Promise<{ plain: string; crossed: string; id: number }> => {
  const { id } = await api<{ id: number }>('POST', '/report_definitions', { name, ...report });
  const view = { name: 'Cross table', view_type: 'cross_table', xaxis: 'type', group_by: 'month', yaxis: ['people'] };
  const { id: view_id } = await api<{ id: number }>('POST', `/report_definitions/${id}/report_views`, view);
  return { id, plain: `/report_results/${id}`, crossed: `/report_definitions/${id}/report_views/${view_id}/page/1` };
};
const people = { key: 'people', field: 'client_id', agg: 'count_distinct' };
const monthly = { formatter: { output: 'month_year' }, key: 'month' };

const all = await made('Responses by form and month', {
  report_type: 'system',
  settings: { table: 'responses' },
  fields: [{ key: 'type', field: 'form_name' }, { ...monthly, field: 'completed_at' }, people],
});
const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
const [plain, crossed]: [number[], number[]] = [[], []];
for (let run = -1; run < Number(options.runs); run++) {
  const one = await timed(() => api('GET', all.plain));
  const other = await timed(() => api('GET', all.crossed));
  if (run < 0) continue;
  plain.push(one);
  crossed.push(other);
}
type Page = { data: { rows: unknown[]; columns: unknown[] } };
const { data } = await api<Page>('GET', all.crossed);
const ratio = median(crossed) / median(plain);
console.log(`${data.rows.length} × ${data.columns.length} over ${size.responses} responses`);
console.log(
  `plain groups ${median(plain).toFixed(0)} ms, cross table ${median(crossed).toFixed(0)} ms: ${ratio.toFixed(2)}, at most ${goals.ratio}`,
);

const forms = await ids('forms');
const fields = (await ids('fields')).map(String);
const widgets = await Promise.all(
  forms.slice(0, 12).map((form, place) =>
    made(`One form ${place}`, {
      report_type: 'client_forms',
      fields: [{ key: 'type', form, field: fields[0] }, { ...monthly, form, field: 'completed_at' }, people],
    }),
  ),
);
const together: number[] = [];
for (let run = -1; run < Number(options.runs); run++) {
  const time = await timed(() => Promise.all(widgets.map((one) => api('GET', one.crossed))));
  if (run >= 0) together.push(time);
}
console.log(`${widgets.length} of one form each at once: ${median(together).toFixed(0)} ms, at most ${goals.together}`);

for (const { id } of [all, ...widgets]) await api('DELETE', `/report_definitions/${id}`);
await app.close();
await installation.close();
if (ratio > goals.ratio || median(together) > goals.together) process.exitCode = 1;
