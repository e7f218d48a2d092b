import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { tables } from '#db/tables.ts';
import { startServer } from '#tests/server/harness.ts';
import { shared } from '#tests/shared-database.ts';
import { securityDefiners } from './security-definers.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const { query } = server;
const { appUrl, adminUrl } = shared;
const [app, admin] = [appUrl, adminUrl].map((url) => new URL(url).username) as [string, string];
const roles = `('${app}', '${admin}')`;

const asApp = new pg.Pool({ connectionString: appUrl, max: 1 });
afterAll(() => asApp.end());
const refused = (sql: string) =>
  asApp.query(sql).then(
    () => 'allowed',
    ({ code }) => code,
  );

/** Ours: neither PostgreSQL's own schemas, nor the queue's, which the application cannot enter. */
const ours = `nspname not like 'pg\\_%' and nspname not in ('information_schema', 'graphile_worker')`;
const list = (names: readonly string[]) => `(${names.map((name) => `'${name}'`).join(', ')})`;
const distributed = list(tables.distributed);

/** Lists that must be empty: each is a way round the walls between organizations. */
const holes: Record<string, string> = {
  'a table that is in no list, or a listed one that is not there': `
    select coalesce(t.name, l.name) as hole
      from (select relname::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
             where ${ours} and relkind in ('r', 'p', 'f', 'u') and not relispartition) t
      full join unnest(array[${Object.values(tables)
        .flat()
        .map((name) => `'${name}'`)}]) l (name) using (name)
     where t.name is null or l.name is null`,
  'a distributed table that is described before one that it refers to': `
    select distinct c.name as hole from pg_constraint
      join unnest(array[${tables.distributed.map((name) => `'${name}'`)}]) with ordinality c (name, place) on c.name::regclass = conrelid
      join unnest(array[${tables.distributed.map((name) => `'${name}'`)}]) with ordinality p (name, place) on p.name::regclass = confrelid
     where contype = 'f' and p.place > c.place`,
  'a schema that nobody knows': `
    select nspname as hole from pg_namespace where ${ours} and nspname not in ('public', 'kit')`,
  'a distributed table without organization_id not null, or another table with it': `
    select relname as hole from pg_class c
      left join pg_attribute a on a.attrelid = c.oid and attname = 'organization_id' and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and (relname in ${distributed}) is distinct from (attname is not null and attnotnull and atttypid = 'int8'::regtype)`,
  'a distributed table without row-level security that its owner obeys too': `
    select relname as hole from pg_class
     where relnamespace = 'public'::regnamespace and relname in ${distributed} and not (relrowsecurity and relforcerowsecurity)`,
  'a distributed table without the one policy, for reading and for writing, which may be narrower still': `
    select t.tablename as hole from unnest(array${`[${tables.distributed.map((name) => `'${name}'`)}]`}) t (tablename)
      left join pg_policies p on p.tablename = t.tablename
     group by t.tablename
    having count(*) <> 1 or not bool_and(coalesce(
       schemaname = 'public' and permissive = 'PERMISSIVE' and cmd = 'ALL' and p.roles = '{public}' and qual = with_check
       and qual !~ ' OR ' and starts_with(ltrim(qual, '('),
         'organization_id = (NULLIF(current_setting(''app.organization_id''::text, true), ''''::text))::bigint)'), false))`,
  'a primary or unique key of a distributed table that organization_id does not lead': `
    select indexrelid::regclass::text as hole from pg_index i join pg_class c on c.oid = indrelid
      join pg_attribute a on a.attrelid = c.oid and attname = 'organization_id'
     where relname in ${distributed} and indisunique and indkey[0] is distinct from a.attnum`,
  'a distributed table without primary key': `
    select relname as hole from pg_class c where relnamespace = 'public'::regnamespace and relname in ${distributed}
       and not exists (select 1 from pg_constraint where conrelid = c.oid and contype = 'p')`,
  'a foreign key between distributed tables that leaves the organization out': `
    select conname as hole from pg_constraint k
      join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
      join pg_attribute fa on fa.attrelid = f.oid and fa.attname = 'organization_id'
      join pg_attribute ta on ta.attrelid = t.oid and ta.attname = 'organization_id'
     where contype = 'f' and (conkey[1], confkey[1]) is distinct from (fa.attnum, ta.attnum)`,
  'a foreign key that leads from another table to a distributed one, or from a spread one to a local one': `
    select conname as hole from pg_constraint k join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
     where contype = 'f' and f.relnamespace = 'public'::regnamespace
       and (f.relname not in ${distributed} and not f.relispartition and t.relname in ${distributed}
         or f.relname not in ${list(tables.local)} and t.relname in ${list(tables.local)})`,
  'a view that reads with its owner’s rights, or a materialised one': `
    select relname as hole from pg_class c join pg_namespace n on n.oid = relnamespace
     where ${ours} and (relkind = 'm' or relkind = 'v' and not coalesce(reloptions::text[] && '{security_invoker=true}', false))
       and not exists (select 1 from pg_depend where objid = c.oid and deptype = 'e')`,
  'a function with its owner’s rights that is not listed, or whose search path is open': `
    select coalesce(f.name, l.name) as hole
      from (select nspname || '.' || proname as name, proconfig from pg_proc p join pg_namespace n on n.oid = pronamespace
             where ${ours} and prosecdef) f
      full join unnest(array[${securityDefiners.map((name) => `'${name}'`)}]) l (name) using (name)
     where f.name is null or l.name is null
        or not exists (select 1 from unnest(proconfig) c where c ~ '^search_path=pg_catalog, public, pg_temp$')`,
  'a function with its owner’s rights that everybody may call': `
    select nspname || '.' || proname as hole from pg_proc p join pg_namespace n on n.oid = pronamespace
     where ${ours} and prosecdef
       and (proacl is null or exists (select 1 from aclexplode(proacl) where grantee = 0))`,
  'a function in SQL, which a distributed database cannot plan': `
    select nspname || '.' || proname as hole from pg_proc p join pg_namespace n on n.oid = pronamespace
      join pg_language l on l.oid = prolang
     where ${ours} and prokind <> 'a' and lanname not in ('plpgsql') and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e')`,
  'something that a serving role owns': `
    select 'table ' || relname as hole from pg_class join pg_roles r on r.oid = relowner where rolname in ${roles}
    union all select 'function ' || proname from pg_proc join pg_roles r on r.oid = proowner where rolname in ${roles}
    union all select 'type ' || typname from pg_type join pg_roles r on r.oid = typowner where rolname in ${roles}
    union all select 'schema ' || nspname from pg_namespace join pg_roles r on r.oid = nspowner where rolname in ${roles}
    union all select 'database ' || datname from pg_database join pg_roles r on r.oid = datdba where rolname in ${roles}`,
  'a serving role that may more than serve': `
    select rolname as hole from pg_roles where rolname in ${roles}
       and (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls <> (rolname = '${admin}'))
    union all select 'member of ' || roleid::regrole from pg_auth_members join pg_roles r on r.oid = member where rolname in ${roles}`,
  'a schema in which a serving role may create, or the queue’s, which it may enter': `
    select rolname || ' in ' || nspname as hole from pg_roles, pg_namespace
     where rolname in ${roles} and nspname not like 'pg\\_%'
       and (has_schema_privilege(rolname, pg_namespace.oid, 'CREATE')
         or nspname = 'graphile_worker' and has_schema_privilege(rolname, pg_namespace.oid, 'USAGE'))
    union all select rolname || ' in the database' from pg_roles
     where rolname in ${roles} and has_database_privilege(rolname, current_database(), 'CREATE')`,
  'a right on a table beyond reading and writing rows': `
    select grantee || ' ' || privilege_type || ' ' || table_name as hole from information_schema.table_privileges
     where grantee in ${roles} and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`,
  'a right on a partition itself, which row-level security does not cover': `
    select relname as hole from pg_class, aclexplode(relacl) g
     where relispartition and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and g.grantee <> relowner`,
  'a right on a table that everybody has': `
    select relname as hole from pg_class c join pg_namespace n on n.oid = relnamespace, aclexplode(relacl) g
     where ${ours} and g.grantee = 0 and relkind in ('r', 'p', 'v', 'm', 'S')`,
  'a right to write history': `
    select grantee || ' ' || privilege_type as hole from information_schema.table_privileges
     where table_name in ('versions', 'removed_rows', 'written_entries') and grantee in ${roles} and privilege_type <> 'SELECT'
    union all select grantee || ' ' || privilege_type from information_schema.column_privileges
     where table_name in ('versions', 'removed_rows', 'written_entries') and grantee in ${roles} and privilege_type <> 'SELECT'`,
};

describe('there is not', () => {
  test.each(Object.entries(holes))('%s', async (_, sql) => {
    expect((await query<{ hole: string }>(sql)).map(({ hole }) => hole)).toEqual([]);
  });
});

describe('as the application’s role', () => {
  test.each([
    'insert into versions (organization_id, transaction_id, item_type, item_id, event) values (1, 1, $$x$$, 1, $$create$$)',
    'update versions set user_id = 1',
    'delete from removed_rows',
    'update written_entries set former_values = null',
    'delete from versions',
    'truncate versions',
    'truncate clients',
    'create table public.loot (id int)',
    'create view public.loot as select 1',
    'alter table clients disable row level security',
    'drop policy organization on clients',
    'alter role current_user bypassrls',
    'set session authorization postgres',
    'insert into jobs (organization_id, kind, payload, requester_id) values (1, $$recalculate$$, $${}$$, 1)',
    'update jobs set payload = $${}$$',
    'delete from jobs',
    'select * from response_slots_0',
    'select * from graphile_worker._private_jobs',
  ])('%s is refused', async (sql) => {
    expect(await refused(sql)).toBe('42501');
  });

  test('no row is seen before an organization is entered, only its own after, and none when it was left', async () => {
    const [mine, other] = [await newWorld(server, 'Mine'), await newWorld(server, 'Other')];
    const client = await asApp.connect();
    const seen = async (name: string) =>
      (await client.query(`select array_agg(distinct organization_id::int) as seen from ${name}`)).rows[0].seen;
    try {
      for (const name of tables.distributed) {
        expect(await seen(name), `${name}, before`).toBeNull();
        await client.query(`begin; set local app.organization_id = ${mine.organization.id}`);
        // Drafts are their author's alone.
        await client.query(`set local app.user_id = ${mine.owner.id}`);
        expect(await seen(name), name).toEqual([mine.organization.id]);
        await client.query('commit');
        expect(await seen(name), `${name}, after`).toBeNull();
      }
      await client.query(`begin; set local app.organization_id = ${mine.organization.id}`);
      const moved = client.query('update fields set organization_id = $1', [other.organization.id]);
      // Over several machines nobody changes it at all.
      await expect(moved).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|0A000)$/) });
      await client.query(`rollback; begin; set local app.organization_id = ${mine.organization.id}`);
      const mixed = client.query(
        'insert into form_fields (organization_id, form_id, field_id, position, is_required) values ($1, $2, $3, 9, false)',
        [mine.organization.id, mine.form.id, other.field.id],
      );
      await expect(mixed, 'the key takes the organization along').rejects.toMatchObject({ code: '23503' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('a value that another organization has is free', async () => {
    const [mine, other] = [await server.newOrganization(), await server.newOrganization()];
    const insert = async ({ id }: { id: number }) => {
      await asApp.query(`begin; set local app.organization_id = ${id}`);
      await asApp.query('insert into permission_groups (organization_id, name) values ($1, $$The same$$)', [id]);
      await asApp.query('commit');
    };
    await insert(other);
    await insert(mine);
  });
});
