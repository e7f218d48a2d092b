import type { Answers } from '#forms/definition/answer.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import { holds } from '#server/access/demands.ts';
import { unlinkableResponses, visibleClients, visibleResponses } from '#server/access/scopes.ts';
import { checkedAnswers, type GivenAnswer } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { keeping } from '#server/forms/kept-results.ts';
import { findFor } from '#server/kit/crud.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { findRow, type Row } from '#server/kit/rows.ts';
import { recordResponse, removeResponse } from '#server/responses/save.ts';

type Instance = Row<'responses'>;
type Link = Pick<Row<'public_form_links'>, 'id' | 'response_id'>;

/** Lets nobody else link, unlink or change a public response until the transaction ends; its link, when it has one. */
export const heldLink = async ({ tx }: MemberContext, { id }: Instance): Promise<Link | undefined> => {
  await tx.selectFrom('responses').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return tx
    .selectFrom('public_form_links')
    .select(['id', 'response_id'])
    .where('instance_id', '=', id)
    .executeTakeFirst();
};

/** The files of answers, by their ids. */
const fileIds = (form: FormDefinition, answers: Answers): number[] =>
  form.form_fields
    .filter(({ field_type }) => field_type === 'attachment' || field_type === 'signature')
    .flatMap(({ field_id }) => filesOf(answers[field_id]).map(({ file_id }) => file_id));

/** What the person's response holds: the answers as they came, or with those that were sent laid over them. */
const answersFor = async (
  context: MemberContext,
  { instance, client, sent }: { instance: Instance; client: Row<'clients'>; sent: GivenAnswer[] },
) => {
  const { tx } = context;
  const forms = await formDefinitions(tx, instance.organization_id, [instance.form_id]);
  const form = forms.get(instance.form_id) as FormDefinition;
  const before = instance.answers;
  if (sent.length === 0) {
    const stored = instance.calculation_results;
    const calculations = new Map(Object.entries(stored).map(([id, value]) => [Number(id), value]));
    return { form, answers: before, calculations, file_ids: fileIds(form, before) };
  }
  const clock = keeping(evaluationContext(context, client, null), form, instance);
  const { answers, calculations } = await checkedAnswers(context, form, { sent, before, clock });
  return { form, answers, calculations, file_ids: fileIds(form, answers) };
};

/** Who links and unlinks writes responses of people. */
const checkMayWrite = ({ caller }: MemberContext): void => {
  if (!holds(caller, { entity: 'client_forms', action: 'write' })) throw new Problem('forbidden');
};

/** Makes a response of a person out of a public one, which stays. Throws conflict when somebody has done so already. */
export const linkInstance = async (
  context: MemberContext,
  instance: Instance,
  { client_id, answers = [] }: { client_id: number; answers?: GivenAnswer[] | undefined },
): Promise<void> => {
  checkMayWrite(context);
  const { tx, caller } = context;
  const { organization_id } = instance;
  const where = visibleClients(caller, 'read');
  const client = await findRow(tx, 'clients', { organization_id, id: client_id, where }).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'not_found'
      ? invalid('client_id', 'Choose a person you can see')
      : error;
  });
  if (await heldLink(context, instance))
    throw new Problem('conflict', { base: ['This response is already linked to a person. Reload it.'] });
  // Read again: it may have been changed until it was held.
  const held = await findRow(tx, 'responses', { organization_id, id: instance.id });
  const checked = await answersFor(context, { instance: held, client, sent: answers });
  const made = await recordResponse(context, {
    client_id,
    completed_at: held.completed_at,
    ...checked,
    scored: held,
    effects: { webhooks: true, referrals: true, notifications: 'public_form_linked' },
  });
  await tx
    .insertInto('public_form_links')
    .values({ organization_id, instance_id: held.id, response_id: made.id, created_by_id: caller.person.id })
    .execute();
};

/** The response of a person that a link led to, as far as the caller may change it, or else what the scope says. */
export const linkedResponse = (context: MemberContext, { response_id }: Link, scope = visibleResponses) =>
  findFor({ table: 'responses', scope }, response_id, { ...context, action: 'write' });

/** Takes a link back, with the response that was made; refused once somebody has changed that. */
export const unlinkInstance = async (context: MemberContext, instance: Instance): Promise<void> => {
  const link = await heldLink(context, instance);
  if (!link) throw new Problem('not_found');
  checkMayWrite(context);
  const made = await linkedResponse(context, link, unlinkableResponses);
  if (made.lock_version > 1) throw invalid('base', 'This response was changed after linking.');
  // By its version: who changes it at this moment is not overrun.
  await removeResponse(context, made, {
    lock_version: made.lock_version,
    effects: { grants: 'client_forms', webhooks: true, notifications: null },
  });
};
