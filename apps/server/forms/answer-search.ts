import { type RawBuilder, sql } from 'kysely';
import { maxSearched } from '#contract/resources/client-forms.ts';
import { fold } from '#forms/words/fold.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { conditionOn, type Where } from '#server/kit/rows.ts';

const response = conditionOn('responses');

/** As it stands within LIKE. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A date as people write it, or its beginning, as it is stored: "03/14/1985" is 1985-03-14, and "03/14" is in it. */
const asStored = (text: string): string =>
  text.replace(/^(\d{2})\/(\d{2})(?:\/(\d{4}))?$/, (_, month, day, year) => `${year ?? ''}-${month}-${day}`);

/** Answers that are chosen from a list are found by their words, which stand on the field. */
const chosen = ({ form_fields }: FormDefinition, text: string): RawBuilder<unknown>[] =>
  form_fields.flatMap(({ field_id, field }) => {
    const values = field.field_options
      .filter(({ label }) => fold(label).includes(fold(text)))
      .map(({ value }) => String(value));
    return values.length === 0 ? [] : [sql`responses.answers -> ${String(field_id)} ?| ${values}::text[]`];
  });

/**
 * The responses to a form whose answers contain a text, whatever its case and accents. The newest 10,000 of the public form or of the
 * internal one are looked through, so that it takes no longer the more there are; no index may answer it behind row-level
 * security.
 */
export const answering = ({
  of: [column, id],
  form,
  text,
}: {
  of: ['public_form_id' | 'form_id', number];
  form: FormDefinition;
  text: string;
}): Where<'responses'> => {
  const patterns = [...new Set([text, asStored(text), fold(text)])].map((one) => `%${escaped(one)}%`);
  // Taking accents off costs a call for each answer: only those that can have some are asked that way.
  const said = sql`exists (
    select from jsonb_path_query(responses.answers, '$.** ? (@.type() == "string" || @.type() == "number")') said,
                lateral (select said #>> '{}' as text) answer
     where answer.text ilike any(${patterns}::text[])
        or answer.text ~ '[^ -~]' and kit.fold(answer.text) like ${`%${escaped(fold(text))}%`})`;
  const newest = response
    .selectFrom('responses as newest')
    .select('newest.id')
    .where(`newest.${column}`, '=', id)
    .orderBy('newest.completed_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(maxSearched);
  return response.and([
    response('responses.id', 'in', newest),
    sql<boolean>`(${sql.join([said, ...chosen(form, text)], sql` or `)})`,
  ]);
};
