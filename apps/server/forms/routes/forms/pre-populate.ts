import { sql } from 'kysely';
import type { HandlerResult } from '#contract/kit/route.ts';
import type { formRoutes } from '#contract/resources/forms.ts';
import { earlierAnswerOf } from '#forms/definition/pre-populate.ts';
import { visibleClients, visibleResponses } from '#server/access/scopes.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { findRow, ofOrganization } from '#server/kit/rows.ts';

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
  const answers = [];
  for (const { field_id, from } of wanted) {
    const key = String(from.field_id);
    const row = await ofOrganization(tx, 'responses', caller)
      .innerJoin('forms', (join) =>
        join
          .onRef('forms.organization_id', '=', 'responses.organization_id')
          .onRef('forms.id', '=', 'responses.form_id'),
      )
      .select(['forms.name', 'responses.completed_at', sql<unknown>`responses.answers -> ${key}`.as('value')])
      .where('responses.client_id', '=', client_id)
      .where('responses.form_id', '=', from.form_id)
      .where(sql<boolean>`jsonb_exists(responses.answers, ${key})`)
      .where(visibleResponses(caller, 'read'))
      .where('forms.restricted', '=', false)
      .orderBy('responses.completed_at', 'desc')
      .orderBy('responses.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row) answers.push({ field_id, value: row.value, form_name: row.name, completed_at: row.completed_at });
  }
  return { answers };
};
