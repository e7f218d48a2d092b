import { parseSync } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { tables } from '#db/tables.ts';
import { startServer } from '#tests/server/harness.ts';
import { shared } from '#tests/shared-database.ts';
import { statementsOf } from '#tests/statements/functions.ts';
import { judge } from '#tests/statements/judge.ts';
import { all, layoutOf, tablesIn } from '#tests/statements/tree.ts';

const { query } = await startServer();
const app = new URL(shared.appUrl).username;
const list = (names: readonly string[]) => `(${names.map((name) => `'${name}'`).join(', ')})`;
const [distributed, reference] = [list(tables.distributed), list(tables.reference)];
const spread = [...tables.distributed, ...tables.reference];
const onSpread = `tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relname in ${list(spread)})
  and not tgisinternal`;

/** Lists that must be empty: each is what a database of several machines refuses, or does otherwise than one. */
const hindrances: Record<string, string> = {
  'a trigger for TRUNCATE and something else, which is made on no part of a table': `
    select tgrelid::regclass || ', ' || tgname as hindrance from pg_trigger
     where not tgisinternal and tgtype & 32 <> 0 and tgtype & (4 | 8 | 16) <> 0`,
  'a key that sets null or a default where the organization is part of it': `
    select conname as hindrance from pg_constraint k join pg_class c on c.oid = conrelid
      join pg_attribute a on a.attrelid = conrelid and a.attname = 'organization_id' and a.attnum = any(conkey)
     where contype = 'f' and relname in ${distributed} and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd'))`,
  'a default that draws from the sequence of another table': `
    select d.adrelid::regclass || ' from ' || s.oid::regclass as hindrance from pg_attrdef d
      join pg_depend on_it on on_it.classid = 'pg_attrdef'::regclass and on_it.objid = d.oid
      join pg_class s on s.oid = on_it.refobjid and s.relkind = 'S'
      join pg_depend owned on owned.classid = 'pg_class'::regclass and owned.objid = s.oid and owned.deptype in ('a', 'i')
     where owned.refobjid <> d.adrelid`,
  'a number of a spread table that is drawn and no bigint': `
    select attrelid::regclass || '.' || attname as hindrance from pg_attribute a join pg_class c on c.oid = attrelid
      left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
     where c.relnamespace = 'public'::regnamespace and relname in ${list(spread)} and atttypid <> 'int8'::regtype
       and (attidentity <> '' or pg_get_expr(adbin, adrelid) like 'nextval(%')`,
  'a trigger of a table that is the same on each machine, other than before its row': `
    select tgrelid::regclass || ', ' || tgname as hindrance from pg_trigger join pg_class c on c.oid = tgrelid
     where not tgisinternal and relname in ${reference} and tgtype & 3 <> 3`,
  'a key by which a write of the application locks a table that it may not write': `
    select conname as hindrance from pg_constraint k join pg_class f on f.oid = conrelid
     where contype = 'f' and f.relname in ${reference}
       and (has_any_column_privilege('${app}', conrelid, 'INSERT') or has_any_column_privilege('${app}', conrelid, 'UPDATE'))
       and not has_table_privilege('${app}', confrelid, 'INSERT, UPDATE, DELETE')`,
};

describe('there is not', () => {
  test.each(Object.entries(hindrances))('%s', async (_, sql) => {
    expect((await query<{ hindrance: string }>(sql)).map(({ hindrance }) => hindrance)).toEqual([]);
  });
});

type Found = {
  name: string;
  has_owners_rights: boolean;
  is_trigger: boolean;
  on: string[];
  changed: string[];
  definition: string;
};

/** The functions of the database, each with the spread tables whose triggers call it, and the names of what these changed. */
const functions = `
  select p.proname as name, prosecdef as has_owners_rights, prorettype = 'trigger'::regtype as is_trigger,
         pg_get_functiondef(p.oid) as definition,
         array(select distinct relname::text from pg_trigger join pg_class c on c.oid = tgrelid
                where tgfoid = p.oid and ${onSpread}) as on,
         array(select distinct changed::text from pg_trigger, unnest(array[tgnewtable, tgoldtable]) changed
                where tgfoid = p.oid and changed is not null) as changed
    from pg_proc p join pg_language l on l.oid = prolang
   where pronamespace = 'kit'::regnamespace and prokind = 'f' and lanname = 'plpgsql' order by 1`;

/** Functions that ask every organization on purpose, and of which table. */
const across: Record<string, string[]> = {
  // Who calls is known by a secret or a key alone.
  api_credential: ['api_credentials'],
  invitation: ['invitations'],
  use_api_key: ['api_credentials'],
  // A person may be in several organizations.
  belongs_elsewhere: ['memberships'],
  organizations_of: ['memberships', 'membership_permission_groups'],
  // Once a day, by a job.
  ending_api_keys: ['api_credentials'],
};

describe('functions of the database', () => {
  let found: (Found & ReturnType<typeof statementsOf>)[];
  beforeAll(async () => {
    found = (await query<Found>(functions)).map((one) => ({ ...one, ...statementsOf(one.definition) }));
  });
  const offenders = (offends: (one: (typeof found)[number]) => string[]) =>
    found.flatMap((one) => offends(one).map((what) => `${one.name}: ${what}`));

  test('send nothing that several machines would refuse', () => {
    expect(found.length).toBeGreaterThan(20);
    const refused = offenders(({ name, statements, variables, has_owners_rights }) =>
      statements
        .flatMap((sql) => judge(sql, { variables, asAdmin: has_owners_rights }))
        .filter(({ rule, what }) => rule !== 'loose' || !across[name]?.includes(what.split(' ')[0] ?? ''))
        .map(({ rule, what }) => `${rule}, ${what}`),
    );
    expect(refused).toEqual([]);
  });

  test('that are triggers of spread tables do not ask which table they are on: its parts have names of their own', () => {
    expect(
      offenders(({ on, definition }) =>
        on.length > 0 ? (definition.match(/\btg_(table_name|relname|relid)\b/gi) ?? []) : [],
      ),
    ).toEqual([]);
  });

  test('that are triggers of spread tables name no table that stays on one machine', () => {
    const local = offenders(({ on, statements }) =>
      statements
        .flatMap((sql) => tablesIn(parseSync(sql)))
        .filter((table) => on.length > 0 && layoutOf(table, new Set()) === 'local')
        .map(({ relname = '' }) => relname),
    );
    expect(local).toEqual([]);
  });

  test('take what was changed into variables before they name another table', () => {
    const joined = offenders(({ changed, statements }) =>
      statements.filter((sql) => {
        const named = tablesIn(parseSync(sql)).map(({ relname = '' }) => relname);
        return named.some((name) => changed.includes(name)) && !named.every((name) => changed.includes(name));
      }),
    );
    expect(joined).toEqual([]);
  });

  test('that are triggers of tables which are the same on each machine write nothing', () => {
    const isReference = (name: string) => (tables.reference as readonly string[]).includes(name);
    const writes = (sql: string) =>
      ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].some((kind) => all(parseSync(sql), kind).length > 0);
    expect(offenders(({ on, statements }) => (on.some(isReference) ? statements.filter(writes) : []))).toEqual([]);
  });

  test('draw from no sequence that is no column’s default, for no other machine has it', async () => {
    const known = await query<{ name: string }>(
      `select distinct refobjid::regclass::text as name from pg_depend join pg_class s on s.oid = refobjid and s.relkind = 'S'
        where classid = 'pg_attrdef'::regclass
       union select objid::regclass::text from pg_depend join pg_class s on s.oid = objid and s.relkind = 'S'
        where classid = 'pg_class'::regclass and deptype = 'i'`,
    );
    const drawn = offenders(({ definition }) =>
      [...definition.matchAll(/nextval\('([\w.]+)'/g)]
        .map(([, name]) => name ?? '')
        .filter((name) => !known.some((one) => one.name === name)),
    );
    expect(drawn).toEqual([]);
  });
});
