/**
 * Measures how long it takes to fill a data group by its conditions over all responses of a big organization, and how
 * long saves wait meanwhile.
 *
 *   node bench/data-groups.ts                 over 1,000,000 responses, after `node bench/run.ts` or instead of it
 *   node bench/data-groups.ts --scale 0.2     over a fifth of them
 */
import { parseArgs } from 'node:util';
import { gather, gatheringColumns } from '#server/trees/gathering.ts';
import { bigOrganization, openInstallation, person, query } from './installation.ts';

const { values: options } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scale = Number(options.scale);
const size = { clients: 100_000 * scale, responses: 1_000_000 * scale, organizations: Math.ceil(200 * scale) };
const installation = await openInstallation(scale, size);
const { database, migrationUrl } = installation;
const big = await bigOrganization(installation);
const organization_id = big.id;
const writer = await person(installation, big, { email: 'gatherer@example.org', privileges: { clients: ['write'] } });
const [form] = await query<{ id: number; client_id: number }>(
  migrationUrl,
  'select form_id::int as id, client_id::int from responses where organization_id = $1 limit 1',
  [organization_id],
);

const newGroup = (conditions: Parameters<typeof gatheringColumns>[0]) =>
  database.inOrganization({ organization_id }, (tx) =>
    tx
      .insertInto('data_groups')
      .values({
        organization_id,
        name: `Bench ${Date.now()}`,
        sort_path: 'bench',
        smart_conditions: JSON.stringify(conditions),
        smart_version: 1,
        ...gatheringColumns(conditions, { time_zone: 'UTC', week_starts_on: 'sunday', fiscal_year_start_month: 1 }),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );

/** Saves one response after the other until it is told to stop, and answers how long each took, in ms. */
const saving = () => {
  const times: number[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const begun = performance.now();
      await database.inOrganization({ organization_id, user_id: writer }, (tx) =>
        tx
          .insertInto('responses')
          .values({
            organization_id,
            form_id: form!.id,
            client_id: form!.client_id,
            administrator_id: writer,
            answers: '{}',
          })
          .execute(),
      );
      times.push(performance.now() - begun);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await done;
      return times.toSorted((a, b) => a - b);
    },
  };
};

const measured = {
  'every response': [{ field_name: 'item_type', op: 'EQ', value: 'ClientForm' }],
  'those of one user, of this year': [
    { field_name: 'whodunnit', op: 'EQ', value: { type: 'User', id: writer } },
    { field_name: 'created_at', op: 'EQ', value: 'this year' },
  ],
} as const;
for (const [what, and] of Object.entries(measured)) {
  const { id: data_group_id } = await newGroup({ and: [...and] });
  const saves = saving();
  const begun = performance.now();
  let total = 0;
  await gather(database, { organization_id, data_group_id }, (_, all) => {
    total = all ?? total;
  });
  const seconds = (performance.now() - begun) / 1000;
  const times = await saves.stop();
  const [held] = await query<{ count: number }>(
    migrationUrl,
    'select count(*)::int from data_group_records where organization_id = $1 and data_group_id = $2',
    [organization_id, data_group_id],
  );
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(0);
  console.log(
    `${what}: ${total.toLocaleString('en-US')} records looked at in ${seconds.toFixed(1)} s, ${held?.count.toLocaleString('en-US')} joined; ${times.length} saves meanwhile, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`,
  );
  await query(migrationUrl, 'delete from data_groups where organization_id = $1 and id = $2', [
    organization_id,
    data_group_id,
  ]);
}
await installation.close();
