/**
 * Writes apps/server/kit/schema.ts from a migrated database.
 * Run: node scripts/database-types.ts postgres://…
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
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
  jsonb: 'unknown',
  bytea: 'Buffer',
  _text: 'string[]',
  _bytea: 'Buffer[]',
};

const [url] = process.argv.slice(2);
if (!url) throw new Error('Give the address of a migrated database: node scripts/database-types.ts postgres://…');
const client = new pg.Client(url);
await client.connect();
const { rows } = await client.query<{
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  filled: boolean;
  generated: boolean;
}>(`
  select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
         a.atthasdef or a.attidentity <> '' as filled, a.attgenerated <> '' or a.attidentity = 'a' as generated
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname <> 'schema_migrations'
   order by c.relname, a.attnum`);
await client.end();

const column = (one: (typeof rows)[number]): string => {
  const name = types[one.type];
  if (!name) throw new Error(`No type for ${one.table}.${one.column}: ${one.type}`);
  const type = one.nullable ? `${name} | null` : name;
  if (name === 'Timestamp' && one.filled) return 'FilledTimestamp';
  return one.generated ? `GeneratedAlways<${type}>` : one.filled ? `Generated<${type}>` : type;
};
const tables = Map.groupBy(rows, (one) => one.table);
const text = [
  '// Written by scripts/database-types.ts from the migrated database. Do not edit.',
  "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
  '',
  '/** ISO 8601 in UTC with milliseconds, as it goes over the wire. */',
  'type Timestamp = ColumnType<string, string | Date, string | Date>;',
  'type FilledTimestamp = ColumnType<string, string | Date | undefined, string | Date>;',
  '',
  'export type DB = {',
  ...[...tables].map(
    ([name, columns]) => `  ${name}: {\n${columns.map((one) => `    ${one.column}: ${column(one)};`).join('\n')}\n  };`,
  ),
  '};',
  '',
].join('\n');
const target = 'apps/server/kit/schema.ts';
writeFileSync(target, text);
execFileSync('node_modules/.bin/biome', ['format', '--write', target]);
