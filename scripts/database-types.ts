import { execFileSync } from 'node:child_process';
import pg from 'pg';

const types: Record<string, string> = {
  int8: 'number',
  int4: 'number',
  float8: 'number',
  text: 'string',
  uuid: 'string',
  bool: 'boolean',
  date: 'string',
  timestamptz: 'Timestamp',
  jsonb: 'Json',
  bytea: 'Buffer',
  _int8: 'number[]',
  _int4: 'number[]',
  _text: 'string[]',
  _bytea: 'Buffer[]',
};

/** The file of the types, from the root of the repository. */
export const typesFile = 'apps/server/kit/schema.ts';

type Column = { table: string; column: string; type: string; nullable: boolean; filled: boolean; generated: boolean };

/** The text of `typesFile` for the migrated database at `url`. Throws for a column of a type that has no name here. */
export const typesOf = async (url: string): Promise<string> => {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<Column>(`
  select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
         a.atthasdef or a.attidentity <> '' as filled, a.attgenerated <> '' or a.attidentity = 'a' as generated
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname <> 'schema_migrations'
   order by c.relname, a.attnum`);
  await client.end();

  const tables = Map.groupBy(rows, (one) => one.table);
  const text = [
    '// Written by `npm run db -- types` from the migrated database. Do not edit.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    "import type { JsonColumns } from '../schema/json-columns.ts';",
    '',
    '/** ISO 8601 in UTC with milliseconds, as it goes over the wire. */',
    'type Timestamp = ColumnType<string, string | Date, string | Date>;',
    'type FilledTimestamp = ColumnType<string, string | Date | undefined, string | Date>;',
    '',
    '/** What is written is checked by whoever writes it. */',
    'type Json<C extends keyof JsonColumns> = ColumnType<JsonColumns[C], unknown, unknown>;',
    '',
    'export type DB = {',
    ...[...tables].map(
      ([name, columns]) =>
        `  ${name}: {\n${columns.map((one) => `    ${one.column}: ${typeOf(one)};`).join('\n')}\n  };`,
    ),
    '};',
    '',
  ].join('\n');
  return execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${typesFile}`], {
    input: text,
    encoding: 'utf8',
  });
};

const typeOf = (one: Column): string => {
  const name = types[one.type];
  if (!name) throw new Error(`No type for ${one.table}.${one.column}: ${one.type}`);
  if (name === 'Json') return `Json<'${one.table}.${one.column}'>${one.nullable ? ' | null' : ''}`;
  const type = one.nullable ? `${name} | null` : name;
  if (name === 'Timestamp' && one.filled) return 'FilledTimestamp';
  return one.generated ? `GeneratedAlways<${type}>` : one.filled ? `Generated<${type}>` : type;
};
