/**
 * Measures the search of the platform's version history over 10,000,000 versions of 200 organizations, page and count, as
 * the server asks for them.
 *
 *   node bench/versions.ts                 the versions are made once a scale, which takes some minutes
 *   node bench/versions.ts --scale 0.1     over a tenth of them
 */
import { parseArgs } from 'node:util';
import { findVersions, type VersionQuery } from '#server/history/routes/versions/search.ts';
import { openInstallation, query } from './installation.ts';

const { values: options } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const total = Math.round(10_000_000 * Number(options.scale));
const size = { clients: 1000, responses: 2000, organizations: 200 };
const installation = await openInstallation(`versions_${options.scale}`, size);
const { database, migrationUrl } = installation;

const [stored] = await query<{ count: number }>(
  migrationUrl,
  `select reltuples::float8 as count from pg_class where relname = 'versions'`,
);
if ((stored?.count ?? 0) < total / 2) {
  console.log(`Building ${total.toLocaleString('en-US')} versions …`);
  const begun = performance.now();
  const indexes = await query<{ name: string; definition: string }>(
    migrationUrl,
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'versions' and indexname <> 'versions_pkey'`,
  );
  for (const { name } of indexes) await query(migrationUrl, `drop index ${name}`);
  // Three of four are of responses, one of ten deletes; a transaction writes four of them. Two years of them, in order of time.
  await query(
    migrationUrl,
    `insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, new_values, user_id,
                           created_at, searched_as)
     select organizations[1 + i / 4 * 7919 % cardinality(organizations)], 1000000000 + i / 4, types.item_type,
            1 + i * 7 % 2000000, events.event, '{"answers": {"12": 1240}}', '{"answers": {"12": 980}}',
            1 + i / 4 * 31 % 2000, now() - interval '730 days' * (1 - i::float8 / $1::float8), types.searched_as
       from generate_series(1::bigint, $1) i, (select array_agg(id) as organizations from organizations) o,
            lateral (select case when i % 4 < 3 then 'client_forms' else 'clients' end as item_type,
                            case when i % 4 < 3 then 'ClientForm' else 'Client' end as searched_as) types,
            lateral (select case i % 10 when 0 then 'destroy' when 1 then 'create' when 2 then 'create' else 'update' end as event) events`,
    [total],
  );
  for (const { definition } of indexes) await query(migrationUrl, definition);
  await query(migrationUrl, 'vacuum analyze versions');
  console.log(`Built in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}
const [one] = await query<{ organization_id: number; item_id: number; user_id: number }>(
  migrationUrl,
  `select organization_id::int, item_id::int, user_id::int from versions
    where event = 'update' and item_type = 'client_forms' and user_id is not null order by id desc limit 1`,
);
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const of = { item_type: 'ClientForm', event: 'update' } as const;
const searches: Record<string, VersionQuery & { page?: number }> = {
  'all of two years': { ...of, start_date: day(730) },
  'until a year ago': { ...of, end_date: day(365) },
  'one day': { ...of, start_date: day(100), end_date: day(100) },
  'page 400': { ...of, start_date: day(730), page: 400 },
  'by a writer': { ...of, start_date: day(730), user_id: one!.user_id },
  'by a writer, deletes': { ...of, event: 'destroy', start_date: day(730), user_id: one!.user_id },
  'of an organization': { ...of, start_date: day(730), organization_id: one!.organization_id },
  'of an organization, by a writer': {
    ...of,
    start_date: day(730),
    organization_id: one!.organization_id,
    user_id: one!.user_id,
  },
  'of a record': { ...of, start_date: day(730), item_id: one!.item_id },
  'of a record nobody has': { ...of, start_date: day(730), item_id: 99_999_999 },
  'of a type nobody has': { ...of, item_type: 'Report', start_date: day(730) },
};
for (const [what, { page = 1, ...asked }] of Object.entries(searches)) {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < 20; round++) {
    const begun = performance.now();
    const { count } = await database.adminTransaction(({ tx }) => findVersions(tx, asked, { page, time_zone: 'UTC' }));
    times.push(performance.now() - begun);
    found = count;
  }
  const [first] = times;
  const at = (share: number) => times.toSorted((a, b) => a - b)[Math.floor(19 * share)]?.toFixed(1);
  console.log(`${what}: ${found} found; first ${first?.toFixed(0)} ms, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}
await installation.close();
