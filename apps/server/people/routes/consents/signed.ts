import type { Answers } from '#forms/definition/answer.ts';
import { visibleResponses } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';

/** So many of the newest responses of a person are looked through for signatures. */
const maxRead = 200;

/** The ids of the fields that a response has an answer to. */
const answered = (answers: Answers): string[] =>
  Object.entries(answers).flatMap(([field, answer]) => (answer === null || !/^\d+$/.test(field) ? [] : [field]));

/** The responses of a person that hold a signature and that the caller may read, the newest first. @param id one of them alone */
export const signedResponses = async ({ tx, caller }: MemberContext, client_id: number, id?: number) => {
  const rows = await ofOrganization(tx, 'responses', caller)
    .innerJoin('forms', (join) =>
      join.onRef('forms.id', '=', 'responses.form_id').on('forms.organization_id', '=', caller.organization.id),
    )
    .select(['responses.id', 'responses.answers', 'responses.completed_at', 'forms.name'])
    .where('responses.client_id', '=', client_id)
    .where(visibleResponses(caller, 'read'))
    .$if(id !== undefined, (query) => query.where('responses.id', '=', id as number))
    .orderBy('responses.completed_at', 'desc')
    .orderBy('responses.id', 'desc')
    .limit(maxRead)
    .execute();
  const fields = await ofOrganization(tx, 'fields', caller)
    .select('id')
    .where('id', '=', among([...new Set(rows.flatMap(({ answers }) => answered(answers)))]))
    .where('field_type', '=', 'signature')
    .execute();
  const signatures = new Set(fields.map((field) => String(field.id)));
  return rows
    .filter(({ answers }) => answered(answers).some((field) => signatures.has(field)))
    .map(({ answers: _, ...row }) => row);
};
