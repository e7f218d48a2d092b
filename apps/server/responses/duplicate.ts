import { sql } from 'kysely';
import { evaluation } from '#forms/answers/evaluate.ts';
import type { Answers } from '#forms/definition/answer.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import { fillable, visibleClients, visibleResponses } from '#server/access/scopes.ts';
import { inTurns } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { definitionWhere, type FormDefinition } from '#server/forms/definitions.ts';
import { findFor } from '#server/kit/crud.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import { recordResponse } from './save.ts';

type Copier = Pick<MemberContext, 'tx' | 'caller'>;

/**
 * A response that the caller may duplicate, with its form: one that they may change, of an active form that they may
 * fill in. Throws not_found, forbidden, or invalid.
 */
export const responseToDuplicate = async ({ tx, caller }: Copier, id: number) => {
  const serving = { table: 'responses', scope: visibleResponses } as const;
  const source = await findFor(serving, id, { tx, caller, action: 'write' });
  const organization_id = caller.organization.id;
  const form = await definitionWhere(tx, { organization_id, id: source.form_id }, fillable(caller));
  if (!form) throw invalid('base', 'You can’t fill in this form, so you can’t duplicate its responses.');
  if (!form.active) throw invalid('base', 'This form is inactive: it doesn’t accept new responses.');
  return { source, form };
};

/** Those of these people for whom the caller may record a response. */
export const peopleToCopyFor = ({ tx, caller }: Copier, ids: number[]): Promise<Row<'clients'>[]> =>
  ofOrganization(tx, 'clients', caller)
    .selectAll()
    .where('id', '=', among(ids))
    .where(visibleClients(caller, 'read'))
    .orderBy('id')
    .execute();

/** What a copy begins with: answers to what the form asks today, without signatures, which are nobody else's. */
const answersToCopy = ({ form_fields }: FormDefinition, answers: Answers): Answers =>
  Object.fromEntries(
    form_fields
      .filter(({ field_id, field_type }) => field_type !== 'signature' && Object.hasOwn(answers, String(field_id)))
      .map(({ field_id }) => [field_id, answers[field_id]]),
  );

type ResponseCopy = { source: Row<'responses'>; form: FormDefinition; client: Row<'clients'> };

/**
 * Records a copy of a response for a person, at this moment and by the caller. What the rules hide for this person is
 * left out, and results are worked out anew; what is missing is not asked for until somebody changes the copy. Whoever
 * was given the response by itself is given the copy. Nobody is notified.
 */
export const duplicateFor = async (
  context: Copier & Pick<MemberContext, 'keys'>,
  { source, form, client }: ResponseCopy,
): Promise<Row<'responses'>> => {
  const { tx, caller } = context;
  const saved = answersToCopy(form, source.answers);
  const clock = evaluationContext(context, client, null);
  const { answers, calculations } = await inTurns(evaluation(form, { given: {}, saved, context: clock }));
  const file_ids = form.form_fields
    .filter(({ field_type }) => field_type === 'attachment')
    .flatMap(({ field_id }) => filesOf(answers[field_id]).map(({ file_id }) => file_id));
  const row = await recordResponse(context, {
    client_id: client.id,
    form,
    answers,
    calculations,
    file_ids,
    // As whatever is copied, it refers nobody and notifies nobody.
    effects: { webhooks: true, referrals: false, notifications: null },
  });
  await sql`
    insert into record_permissions (organization_id, entity, record_id, user_id, permission_group_id, actions)
    select ${caller.organization.id}::bigint, entity, ${row.id}::bigint, user_id, permission_group_id, actions
      from record_permissions
     where organization_id = ${caller.organization.id} and entity = 'client_forms' and record_id = ${source.id}
    on conflict (organization_id, entity, record_id, principal) do nothing
    returning id`.execute(tx);
  return row;
};
