import { sql } from 'kysely';
import type { ResultType } from '#reports/columns.ts';
import type { Sql, SqlColumn } from './relation.ts';

const small = (text: Sql): Sql => sql`lower(${text}) collate "C"`;

/** What people read instead of values, as one parameter. */
const inWords = (words: ReadonlyMap<string, string>): Sql => sql`${JSON.stringify(Object.fromEntries(words))}::jsonb`;

const asText = (value: Sql): Sql => sql`(${value})::text`;

/** What rows are ordered by: text by small letters, choices and people as they are shown. */
export const sortedBy = ({ plain, sorted, words }: SqlColumn, result: ResultType): Sql => {
  if (sorted) return sorted;
  switch (result) {
    case 'text':
    case 'address':
    case 'file':
      return small(asText(plain));
    case 'time':
      return sql`${plain} collate "C"`;
    case 'choice':
    case 'user':
      return words
        ? small(sql`coalesce(${inWords(words)} ->> ${asText(plain)}, ${asText(plain)})`)
        : small(asText(plain));
    case 'choices':
      return small(sql`(select string_agg(coalesce(${inWords(words ?? new Map())} ->> item, item), ', ' order by place)
        from unnest(${plain}) with ordinality items (item, place))`);
    default:
      return plain;
  }
};
