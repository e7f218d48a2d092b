import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { tables } from '#db/tables.ts';
import { StartError } from '#server/kit/start-error.ts';
import { beginOn, isCluster, reasonsAgainst } from './cluster.ts';

/** The first migration after which the tables can be spread over machines. */
export const firstSpread = '0087-over-machines.sql';

/** One thing to do, in words, and how. What is done is done: a run that was cut off goes on where it was. */
export type Step = { says: string; run: () => Promise<void> };

/** Whether any of our tables are spread already. */
export const isSpread = async (client: Client): Promise<boolean> =>
  (await isCluster(client)) && (await known(client)).size > 0;

/** Whether anybody has used the database: one that is new may be spread without asking. */
export const isUsed = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('select exists (select from users) as there');
  return rows[0]?.there === true;
};

/** The tables that the cluster knows. */
const known = async (client: Client): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
      where relnamespace = 'public'::regnamespace`,
  );
  return new Set(rows.map(({ name }) => name));
};

/** These tables of ours that are there and the cluster does not know, each behind those that its keys lead to. */
const inOrderOfKeys = async (client: Client, names: readonly string[]): Promise<string[]> => {
  const done = await known(client);
  const { rows: there } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)`,
    [names],
  );
  const { rows: keys } = await client.query<{ from: string; to: string }>(
    `select distinct f.relname as from, t.relname as to from pg_constraint
       join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
      where contype = 'f' and f.relnamespace = 'public'::regnamespace and f.oid <> t.oid`,
  );
  const left = new Set(there.map(({ name }) => name).filter((name) => !done.has(name)));
  const ordered: string[] = [];
  const visit = (name: string) => {
    if (!left.delete(name)) return;
    for (const { from, to } of keys) if (from === name) visit(to);
    ordered.push(name);
  };
  for (const name of [...left].toSorted()) visit(name);
  return ordered;
};

const inOneTransaction = async (client: Client, work: () => Promise<void>): Promise<void> => {
  await beginOn(client);
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

/**
 * Hands a table on. Its rows are copied, which must not count as writing them: the triggers are made anew behind them, in
 * the same transaction.
 */
const handOn = (client: Client, name: string, call: string) =>
  inOneTransaction(client, async () => {
    const quoted = escapeIdentifier(name);
    const { rows } = await client.query<{ there: boolean }>(`select exists (select from ${quoted}) as there`);
    const { rows: triggers } = await client.query<{ name: string; definition: string }>(
      `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
        where tgrelid = $1::regclass and not tgisinternal and tgparentid = 0 and $2`,
      [quoted, rows[0]?.there === true],
    );
    for (const trigger of triggers) await client.query(`drop trigger ${escapeIdentifier(trigger.name)} on ${quoted}`);
    await client.query(call);
    for (const { definition } of triggers) await client.query(definition);
  });

/** What each machine must have before it can have a table: the extensions, and the functions that triggers call. */
const machinery = async (client: Client): Promise<Step[]> => {
  const { rows: extensions } = await client.query<{ name: string }>(
    `select extname as name from pg_extension e
      where extname not like 'citus%' and extname <> 'plpgsql' and not exists (
        select from pg_dist_object where classid = 'pg_extension'::regclass and objid = e.oid)`,
  );
  const { rows: functions } = await client.query<{ name: string }>(
    // Aggregates after the functions that they call.
    `select oid::regprocedure::text as name from pg_proc p
      where pronamespace = 'kit'::regnamespace and prokind in ('f', 'a') and proname <> 'add_job' and not exists (
        select from pg_dist_object where classid = 'pg_proc'::regclass and objid = p.oid)
      order by prokind desc, oid`,
  );
  return [
    ...extensions.map(({ name }) => ({
      says: `the extension ${name} on each machine`,
      run: async () => {
        await client.query(`create extension if not exists ${escapeIdentifier(name)}`);
      },
    })),
    ...functions.map(({ name }) => ({
      says: `the function ${name} on each machine`,
      run: async () => {
        await client.query('select create_distributed_function($1)', [name]);
      },
    })),
  ];
};

/**
 * Keys from tables of this machine to ones that are the same on each: made anew, so that the cluster knows of both ends.
 * Otherwise who adds a person and what belongs to them in one transaction would wait for themselves.
 */
const localKeys = async (client: Client): Promise<Step[]> => {
  const { rows } = await client.query<{ name: string; key: string; definition: string }>(
    `select f.relname as name, conname as key, pg_get_constraintdef(k.oid) as definition from pg_constraint k
       join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
      where contype = 'f' and f.relnamespace = 'public'::regnamespace and f.relname = any($1) and t.relname = any($2)
        and not exists (select from pg_dist_partition where logicalrelid = f.oid)
      order by 1, 2`,
    [tables.local, tables.reference],
  );
  return Array.from(
    Map.groupBy(rows, ({ name }) => name),
    ([name, keys]) => ({
      says: `the keys of ${name}, which stays on this machine`,
      run: () =>
        inOneTransaction(client, async () => {
          await client.query('set local citus.enable_local_reference_table_foreign_keys = on');
          const table = escapeIdentifier(name);
          for (const { key } of keys)
            await client.query(`alter table ${table} drop constraint ${escapeIdentifier(key)}`);
          for (const { key, definition } of keys)
            await client.query(`alter table ${table} add constraint ${escapeIdentifier(key)} ${definition}`);
        }),
    }),
  );
};

/**
 * Between machines a row travels with its defaults: who may insert some columns needs the right to insert those too.
 * What they must not choose, triggers refuse (migration 0087).
 */
const rightsToDefaults = async (client: Client, roles: readonly string[]): Promise<Step[]> => {
  const { rows } = await client.query<{ name: string; role: string; columns: string[] }>(
    `select relname as name, rolname as role, array_agg(attname::text order by attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid cross join pg_roles r
      where relnamespace = 'public'::regnamespace and relname = any($1) and rolname = any($2)
        and attnum > 0 and not attisdropped and (atthasdef or attidentity <> '') and attgenerated = ''
        and has_any_column_privilege(r.oid, c.oid, 'insert') and not has_column_privilege(r.oid, c.oid, attnum, 'insert')
      group by 1, 2 order by 1, 2`,
    [[...tables.distributed, ...tables.reference], roles],
  );
  return rows.map(({ name, role, columns }) => ({
    says: `the defaults of ${name} for the role ${role}`,
    run: async () => {
      await client.query(
        `grant insert (${columns.map(escapeIdentifier).join(', ')}) on ${escapeIdentifier(name)} to ${escapeIdentifier(role)}`,
      );
    },
  }));
};

/** Row-level security binds the owner too, but for while an organization is moved; a move that was killed left it off. */
const rulesOfOwners = async (client: Client): Promise<Step[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where oid in (select logicalrelid from pg_dist_partition)
        and relname = any($1) and not relforcerowsecurity order by 1`,
    [tables.distributed],
  );
  return rows.map(({ name }) => ({
    says: `row-level security on ${name}, for its owner too`,
    run: async () => {
      await client.query(`alter table ${escapeIdentifier(name)} force row level security`);
    },
  }));
};

/** How the two roles that serve requests, and the database, work on a cluster. */
const settingsOf = async (client: Client, roles: readonly string[]): Promise<Step[]> => {
  const { rows } = await client.query<{ database: string; role: string | null; setting: string }>(
    `select current_database() as database, rolname as role, unnest(setconfig) as setting from pg_db_role_setting
       left join pg_roles on pg_roles.oid = setrole
      where setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
  );
  const { rows: names } = await client.query<{ database: string }>('select current_database() as database');
  const isSet = (role: string | null, setting: string) =>
    rows.some((one) => one.role === role && one.setting === setting);
  const wanted = [
    // What a transaction says of itself, on each machine that it comes to.
    ...roles.map((role) => ({ role, name: 'citus.propagate_set_commands', value: 'local' })),
    // One connection a machine: a transaction that has read of all organizations may write what is the same on each.
    ...roles.map((role) => ({ role, name: 'citus.multi_shard_modify_mode', value: 'sequential' })),
    { role: null, name: 'citus.enable_unsafe_triggers', value: 'on' },
  ];
  return wanted
    .filter(({ role, name, value }) => !isSet(role, `${name}=${value}`))
    .map(({ role, name, value }) => ({
      says: `${name} = ${value} for ${role === null ? 'this database' : `the role ${role}`}`,
      run: async () => {
        const whose =
          role === null ? `database ${escapeIdentifier(names[0]?.database ?? '')}` : `role ${escapeIdentifier(role)}`;
        await client.query(`alter ${whose} set ${name} = ${escapeLiteral(value)}`);
      },
    }));
};

/**
 * What is left to do until the tables lie over the machines of the cluster as db/tables.ts says; nothing when they do.
 * @param roles the names of the two roles that serve requests
 */
export const stepsToSpread = async (client: Client, roles: readonly string[]): Promise<Step[]> => {
  const done = await known(client);
  const first = tables.distributed.find((name) => done.has(name));
  const reference = await inOrderOfKeys(client, tables.reference);
  const distributed = await inOrderOfKeys(client, tables.distributed);
  const beside = first ?? distributed[0] ?? '';
  return [
    ...(await machinery(client)),
    ...reference.map((name) => ({
      says: `${name} on each machine`,
      run: () => handOn(client, name, `select create_reference_table(${escapeLiteral(name)})`),
    })),
    ...distributed.map((name) => ({
      says: `${name} over the machines, by organization`,
      run: () =>
        handOn(
          client,
          name,
          `select create_distributed_table(${escapeLiteral(name)}, 'organization_id', colocate_with => ${escapeLiteral(name === beside ? 'none' : beside)})`,
        ),
    })),
    ...(await localKeys(client)),
    ...(await rulesOfOwners(client)),
    ...(await rightsToDefaults(client, roles)),
    ...(await settingsOf(client, roles)),
  ];
};

/**
 * Spreads what is not yet, when the database is a cluster with workers and either new or spread before. A database with
 * rows that was never spread stays as it is until somebody asks for it. Throws StartError with what keeps a cluster from
 * being used.
 */
export const spreadNew = async (client: Client, roles: readonly string[]): Promise<void> => {
  if (!(await isCluster(client))) return;
  if (!(await isSpread(client))) {
    const { rows } = await client.query<{ workers: number }>(
      `select count(*)::int as workers from pg_dist_node where groupid <> 0 and noderole = 'primary'`,
    );
    if (rows[0]?.workers === 0 || (await isUsed(client))) return;
    const reasons = await reasonsAgainst(client);
    if (reasons.length > 0) throw new StartError(reasons.join('\n'));
  }
  for (const step of await stepsToSpread(client, roles)) await step.run();
};
