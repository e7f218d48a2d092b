import { sql } from 'kysely';
import type { HandlerResult } from '#contract/kit/route.ts';
import type { formRoutes } from '#contract/resources/forms.ts';
import { type EarlierAnswer, earlierAnswerOf, visitDateOf } from '#forms/definition/pre-populate.ts';
import { visibleClients, visibleResponses } from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { findRow, ofOrganization } from '#server/kit/rows.ts';

/** The date question by which a response to a form is the latest; undefined where that is Time Recorded. */
const dateOf = (form: FormDefinition | undefined, { date_field_id }: EarlierAnswer) => {
  if (date_field_id === undefined) return form && visitDateOf(form.form_fields);
  return form?.form_fields.find((entry) => entry.field_id === date_field_id && entry.field_type === 'date');
};

/**
 * The latest answers of a person that fill in fields of a form, from responses that the caller may read. Those of
 * a restricted form stay there, whoever asks: on the other form more people would read them. Files stay with their
 * response.
 */
export const prePopulated = async (
  { tx, caller }: MemberContext,
  { id, form_fields }: FormDefinition,
  client_id: number,
): Promise<HandlerResult<typeof formRoutes.prePopulate>> => {
  const organization_id = caller.organization.id;
  await findRow(tx, 'clients', { organization_id, id: client_id, where: visibleClients(caller, 'read') });
  const wanted = form_fields.flatMap((entry) => {
    const from = earlierAnswerOf(id, entry);
    return from ? [{ field_id: entry.field_id, from }] : [];
  });
  const sources = await formDefinitions(tx, organization_id, [...new Set(wanted.map(({ from }) => from.form_id))]);
  const answers = [];
  for (const { field_id, from } of wanted) {
    const key = String(from.field_id);
    const dated = dateOf(sources.get(from.form_id), from);
    const recordedOn = sql<string>`to_char(responses.completed_at at time zone ${caller.organization.time_zone}::text, 'YYYY-MM-DD')`;
    const date = dated ? sql<string | null>`responses.answers ->> ${String(dated.field_id)}` : sql<null>`null`;
    const row = await ofOrganization(tx, 'responses', caller)
      .innerJoin('forms', (join) =>
        join
          .onRef('forms.organization_id', '=', 'responses.organization_id')
          .onRef('forms.id', '=', 'responses.form_id'),
      )
      .select([
        'forms.name',
        'responses.completed_at',
        sql<unknown>`responses.answers -> ${key}`.as('value'),
        date.as('date'),
      ])
      .where('responses.client_id', '=', client_id)
      .where('responses.form_id', '=', from.form_id)
      .where(sql<boolean>`jsonb_exists(responses.answers, ${key})`)
      .where(visibleResponses(caller, 'read'))
      .where('forms.restricted', '=', false)
      // A response without that date counts by the day on which it was recorded.
      .orderBy(sql`coalesce(${date}, ${recordedOn})`, 'desc')
      .orderBy('responses.completed_at', 'desc')
      .orderBy('responses.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row)
      answers.push({
        field_id,
        value: row.value,
        form_name: row.name,
        completed_at: row.completed_at,
        date: dated && row.date !== null ? { name: dated.field.name, value: row.date } : null,
      });
  }
  return { answers };
};
