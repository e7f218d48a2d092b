import { sql } from 'kysely';
import type { Column } from '#reports/columns.ts';
import type { FormSource } from './form-source.ts';
import { dayOf } from './period-sql.ts';
import type { Sql, SqlColumn } from './relation.ts';

/** A row that responses are matched to. */
type MatchedRow = {
  /** The person's ID. */
  person: Sql;
  column: (column: Column) => SqlColumn;
  zone: string;
};

/**
 * Joins the response of a form that stands beside each row, under the form's name. Of several on one day, the last is the
 * latest and the first is the first; a row keeps its place where there is none.
 * @param rows the form's responses, with what was written where its date needs it
 */
export const matchedTo = (row: MatchedRow, source: FormSource, rows: Sql): Sql => {
  const name = sql.ref(source.name);
  const { match } = source.form;
  const { date } = match ?? {};
  const isKnown = match && date && (match.response === 'latest' || (match.at && !match.at.restricted));
  if (!isKnown) return sql`left join (${rows}) ${name} on false`;
  const of = (column: string) => sql.ref(`${source.name}.${column}`);
  const { plain } = source.column(date);
  const day = dayOf(date, plain, row.zone);
  const dated = sql`from (${rows}) ${name} where ${day} is not null`;
  const isTheirs = sql`${of('client_id')} = ${row.person}`;
  if (!match.at)
    return sql`left join (select distinct on (${of('client_id')}) ${name}.* ${dated}
      order by ${of('client_id')}, ${plain} desc, ${of('completed_at')} desc, ${of('id')} desc) ${name} on ${isTheirs}`;
  // Each response is the one of the days until the next, or since the one before.
  const along = sql`over (partition by ${of('client_id')} order by ${plain}, ${of('completed_at')}, ${of('id')})`;
  const at = dayOf(match.at, row.column(match.at).plain, row.zone);
  const isLatest = match.response === 'latest_at';
  const other = sql`${sql.raw(isLatest ? 'lead' : 'lag')}(${day}) ${along}`;
  const isOfDay = isLatest
    ? sql`${of('matched_day')} <= ${at} and (${of('other_day')} is null or ${of('other_day')} > ${at})`
    : sql`${of('matched_day')} >= ${at} and (${of('other_day')} is null or ${of('other_day')} < ${at})`;
  return sql`left join (select ${name}.*, ${day} as matched_day, ${other} as other_day ${dated}) ${name}
    on ${isTheirs} and ${isOfDay}`;
};
