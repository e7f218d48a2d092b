import type { Client } from 'pg';

/** Citus before this was never tried. */
const oldest = 12;

/** Whether the database is the coordinator of a cluster. */
export const isCluster = async (client: Client): Promise<boolean> => {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rowCount === 1;
};

/** What holds while tables are changed that are on several machines: one connection a machine, in order. */
const oneAfterTheOther = [
  `set local citus.multi_shard_modify_mode = 'sequential'`,
  // Keys to tables that are the same on each machine would turn others into ones that cannot be spread any more.
  'set local citus.enable_local_reference_table_foreign_keys = off',
  // Ours write only what belongs to the organization of their row, or the row itself.
  'set local citus.enable_unsafe_triggers = on',
];

/** Begins a transaction that changes tables, which a cluster has on several machines. */
export const beginOn = async (client: Client): Promise<void> => {
  await client.query('begin');
  await client.query('set local search_path = public');
  if (await isCluster(client)) for (const setting of oneAfterTheOther) await client.query(setting);
};

/** What keeps a cluster from being used, each with the way out; nothing when all is well. */
export const reasonsAgainst = async (client: Client): Promise<string[]> => {
  if (!(await isCluster(client)))
    return [
      'This database isn’t a cluster. Install Citus on each machine, and run "create extension citus" in this database.',
    ];
  const { rows: nodes } = await client.query<{ place: string; isCoordinator: boolean; isActive: boolean }>(
    `select nodename || ':' || nodeport as place, groupid = 0 as "isCoordinator", isactive as "isActive"
       from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  const workers = nodes.filter(({ isCoordinator }) => !isCoordinator);
  if (workers.length === 0)
    return [
      `The cluster has no workers. For each one: create this database with "create extension citus" there, and run ` +
        `"select citus_add_node('its host', its port)" here.`,
    ];
  const reasons: string[] = [];
  if (workers.length === nodes.length)
    reasons.push(
      `The workers do not know this machine. Run "select citus_set_coordinator_host('the host of this machine', its port)".`,
    );
  for (const { place, isActive } of workers)
    if (!isActive)
      reasons.push(`The worker ${place} is not active. Start it, and run "select citus_activate_node(…)".`);
  if (reasons.length > 0) return reasons;
  const statement = `select json_build_array(current_setting('wal_level'), current_setting('server_version_num')::int / 10000,
    (select extversion from pg_extension where extname = 'citus'))::text as result`;
  const here = await client.query<{ result: string }>(statement);
  const there = await client.query<{ place: string; success: boolean; result: string }>(
    `select nodename || ':' || nodeport as place, success, result from run_command_on_workers($1)`,
    [statement],
  );
  const own = JSON.parse(here.rows[0]?.result ?? '[]') as [string, number, string];
  if (Number.parseInt(own[2], 10) < oldest)
    reasons.push(`This is Citus ${own[2]}. Install Citus ${oldest} or newer on each machine.`);
  const all = [{ place: 'this machine', success: true, result: JSON.stringify(own) }, ...there.rows];
  for (const { place, success, result } of all) {
    if (!success) {
      reasons.push(`The worker ${place} does not answer: ${result}. Start it, and check that this machine can log in.`);
      continue;
    }
    const [walLevel, postgres, citus] = JSON.parse(result) as typeof own;
    if (walLevel !== 'logical')
      reasons.push(`wal_level is ${walLevel} on ${place}. Set it to logical there, and start PostgreSQL again.`);
    if (postgres !== own[1] || citus !== own[2])
      reasons.push(
        `${place} runs PostgreSQL ${postgres} with Citus ${citus}, and this machine ${own[1]} with ${own[2]}. Use the same.`,
      );
  }
  return reasons;
};
