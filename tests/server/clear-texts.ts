import { Client, escapeIdentifier } from 'pg';

/**
 * Where a value stands in a database for everybody to read, by table and column: as a word of any column's text, or in
 * the bytes of one. Like a search through a dump of it.
 */
export const clearTexts = async (url: string, value: string): Promise<string[]> => {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ schema: string; table: string; column: string; type: string }>(
      `select nspname as schema, relname as table, attname as column, atttypid::regtype::text as type
         from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'p') and attnum > 0 and not attisdropped
          and nspname not like 'pg\\_%' and nspname <> 'information_schema'
          -- A number may be anything: ids and moments hold four figures too.
          and atttypid::regtype::text ~ 'text|json|char|bytea'`,
    );
    const found: string[] = [];
    for (const { schema, table, column, type } of columns) {
      const name = escapeIdentifier(column);
      const isThere =
        type === 'bytea' ? `position(convert_to($1, 'UTF8') in ${name}) > 0` : `${name}::text ~ ('\\m' || $1 || '\\M')`;
      const from = `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
      const { rows } = await client.query(`select 1 from ${from} where ${isThere} limit 1`, [value]);
      if (rows.length) found.push(`${table}.${column}`);
    }
    return found;
  } finally {
    await client.end();
  }
};
