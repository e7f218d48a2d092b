import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { tables } from '#db/tables.ts';
import { StartError } from '#server/kit/start-error.ts';

/** Where an organization goes, and whether its people wait meanwhile. */
export type Move = { slug: string; place: string; isStill: boolean };

/** What a move came to: rows of one table that were there before, and those of them that are not there as they were. */
export type TableComparison = { table: string; rows: number; different: number };

/** Rows of these are added and never changed, whoever works meanwhile. */
const kept = new Set<string>(['audit_events', 'audit_seals', 'versions']);

/**
 * Moves an organization to another machine of the cluster, into a part of its own. Its people go on writing but for less
 * than a second at the end, or wait all the time when `isStill`. Answers what it found when it compared each table's rows
 * with those from before. Throws StartError when there is no such organization or machine, and when rows differ that
 * nobody can have changed.
 * @param say is told what is being done
 */
export const moveOrganization = async (
  client: Client,
  { slug, place, isStill }: Move,
  say: (what: string) => void,
): Promise<TableComparison[]> => {
  const id = await organizationOf(client, slug);
  const target = await machineOf(client, place);
  const from = await placeOf(client, id);
  if (from === place) throw new StartError(`The organization ${slug} is already on ${place}.`);
  const mode = isStill ? 'block_writes' : 'force_logical';
  const names = await placed(client);
  say(`Reading ${slug} on ${from}`);
  await keepHashes(client, { names, id, as: 'before' });
  // What copies the rows logs in as who owns them, and would be refused by its own rules. Nobody else is an owner.
  await forceRules(client, names, false);
  try {
    if (await sharesItsPart(client, id)) {
      say(`Separating ${slug} from others on ${from}`);
      await client.query(
        `select isolate_tenant_to_new_shard('clients', $1::bigint, 'CASCADE', shard_transfer_mode => $2)`,
        [id, mode],
      );
    }
    say(`Copying it to ${place}`);
    const { rows } = await client.query<{ part: string }>(
      `select get_shard_id_for_distribution_column('clients', $1::bigint) as part`,
      [id],
    );
    const [host, port] = from.split(/:(?=\d+$)/);
    await client.query('select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, $6)', [
      rows[0]?.part,
      host,
      port,
      target.host,
      target.port,
      mode,
    ]);
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string };
    throw new StartError(
      `${slug} is still on ${from} and works as before: ${[message, hint].filter(Boolean).join('. ')}`,
      {
        cause: error,
      },
    );
  } finally {
    await forceRules(client, names, true);
  }
  say('Comparing the rows with those from before');
  await keepHashes(client, { names, id, as: 'after' });
  const { rows: compared } = await client.query<TableComparison>(`
    select name as table, count(*)::int as rows,
           (select count(*)::int from (select hash from before b where b.name = before.name
                                       except all select hash from after a where a.name = before.name) gone) as different
      from before group by name order by name`);
  await client.query('drop table before, after');
  const wrong = compared.filter(({ table, different }) => different > 0 && (isStill || kept.has(table)));
  if (wrong.length > 0)
    throw new StartError(
      `The organization is on ${place}, but some rows have changed: ` +
        `${wrong.map(({ table, different }) => `${different} of ${table}`).join(', ')}. Restore the backup from before the move.`,
    );
  return compared;
};

/** The tables that are spread, in the order of db/tables.ts. */
const placed = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid where relname = any($1)`,
    [tables.distributed],
  );
  return rows.map(({ name }) => name);
};

const organizationOf = async (client: Client, slug: string): Promise<number> => {
  const { rows } = await client.query<{ id: number }>('select id from organizations where slug = $1', [slug]);
  if (!rows[0]) throw new StartError(`There is no organization "${slug}".`);
  return rows[0].id;
};

const machineOf = async (client: Client, place: string): Promise<{ host: string; port: number }> => {
  const { rows } = await client.query<{ host: string; port: number; place: string }>(
    `select nodename as host, nodeport as port, nodename || ':' || nodeport as place from pg_dist_node
      where noderole = 'primary' and isactive and shouldhaveshards order by 3`,
  );
  const found = rows.find((one) => one.place === place);
  if (!found)
    throw new StartError(
      `There is no machine ${place} for organizations. There are ${rows.map((one) => one.place).join(', ')}.`,
    );
  return found;
};

const placeOf = async (client: Client, id: number): Promise<string> => {
  const { rows } = await client.query<{ place: string }>(
    `select nodename || ':' || nodeport as place from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column('clients', $1::bigint)`,
    [id],
  );
  return rows[0]?.place ?? '';
};

/** Whether other organizations may lie in the same part: one of its own is one value wide. */
const sharesItsPart = async (client: Client, id: number): Promise<boolean> => {
  const { rows } = await client.query<{ shares: boolean }>(
    `select shardminvalue <> shardmaxvalue as shares from pg_dist_shard
      where shardid = get_shard_id_for_distribution_column('clients', $1::bigint)`,
    [id],
  );
  return rows[0]?.shares ?? true;
};

const forceRules = async (client: Client, names: readonly string[], isForced: boolean): Promise<void> => {
  const force = isForced ? 'force' : 'no force';
  for (const name of names) await client.query(`alter table ${escapeIdentifier(name)} ${force} row level security`);
};

type HashSnapshot = { names: readonly string[]; id: number; as: 'before' | 'after' };

/** Keeps a hash of each row of the organization, for this connection. */
const keepHashes = async (client: Client, { names, id, as }: HashSnapshot): Promise<void> => {
  await client.query(`drop table if exists ${as}`);
  await client.query(`create temporary table ${as} (name text not null, hash bigint not null)`);
  for (const name of names)
    await client.query(
      `insert into ${as} select ${escapeLiteral(name)}, hashtextextended(one::text, 0)
         from ${escapeIdentifier(name)} one where organization_id = ${Number(id)}`,
    );
};
