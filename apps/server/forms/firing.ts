import { randomUUID } from 'node:crypto';
import type { NotificationEvent } from '#contract/resources/notifications.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { holding, scopesOf } from '#forms/logic/holds.ts';
import { enqueueIn } from '#server/kit/enqueue.ts';
import type { AnsweringContext, MemberContext } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import type { NotifiedRecord } from '#server/schema/background-work.ts';
import { evaluationContext } from './context.ts';
import { type FormDefinition, formDefinitions, type NotifyingRule } from './definitions.ts';
import { keeping } from './kept-results.ts';

type Response = Row<'responses'>;
type NotifyContext = Pick<AnsweringContext, 'tx' | 'caller' | 'keys'>;

/** Under which type a response is asked for. */
export const typeOfResponse = ({
  client_id,
  public_form_id,
}: Pick<Response, 'client_id' | 'public_form_id'>): NotifiedRecord['type'] => {
  if (client_id !== null) return 'client_forms';
  return public_form_id === null ? 'internal_forms' : 'public_forms';
};

const send = (
  { tx }: Pick<NotifyContext, 'tx'>,
  rules: NotifyingRule[],
  what: { event: NotificationEvent; form_id: number; record: NotifiedRecord },
): void => {
  if (rules.length === 0) return;
  const definition_ids = rules.map(({ id }) => id);
  // Sent without waiting, as the answer is made meanwhile: if it fails, the commit does, and nothing is saved.
  enqueueIn(tx)('fire_notifications', { event_id: randomUUID(), definition_ids, ...what }).catch(() => {});
};

/** The person whom a response is about, when one of these conditions asks for them. */
const clientOf = async ({ tx }: NotifyContext, rules: NotifyingRule[], { client_id }: Response) => {
  const isAsked = rules.some(({ conditions }) => conditions && scopesOf(conditions).has('client'));
  if (!isAsked || client_id === null) return null;
  const client = await tx.selectFrom('clients').selectAll().where('id', '=', client_id).executeTakeFirst();
  return client ?? null;
};

const answerTo = ({ answers }: Response, field_id: number | undefined): string =>
  JSON.stringify(answers[String(field_id)] ?? null);

/**
 * The notifications that are sent for a response. One about an update waits for its conditions to become true, or, when
 * it names a field, for the answer to that to change while they are true.
 */
const wanted = (
  rules: NotifyingRule[],
  { form, row, before }: { form: FormDefinition; row: Response; before?: Response | undefined },
  clockOf: (row: Response) => EvaluationContext,
): NotifyingRule[] => {
  const holdsOf = (one: Response) => holding(form, { answers: one.answers, context: clockOf(one) });
  const holds = holdsOf(row);
  const held = before && holdsOf(before);
  return rules.filter(({ conditions, scoped_fields: [field_id] }) => {
    if (!held) return conditions === null || holds(conditions);
    if (field_id !== undefined && answerTo(row, field_id) === answerTo(before, field_id)) return false;
    if (conditions === null) return true;
    return holds(conditions) && (field_id !== undefined || !held(conditions));
  });
};

/**
 * Has notifications of a form sent, after the commit, for what happened to a response. Conditions are asked here, where
 * the answers are at hand; with none that waits for this event nothing is read or written.
 * @param before what an update changed
 */
export const fire = async (
  context: NotifyContext,
  happened: { event: NotificationEvent | null; form: FormDefinition; row: Response; before?: Response | undefined },
): Promise<void> => {
  const { event, form, row } = happened;
  const rules = form.notifications.filter(({ name }) => name === event);
  if (event === null || rules.length === 0) return;
  const client = await clientOf(context, rules, row);
  const clockOf = (one: Response) => keeping(evaluationContext(context, client, one), form, one);
  const record = { type: typeOfResponse(row), id: row.id };
  send(context, wanted(rules, happened, clockOf), { event, form_id: form.id, record });
};

/** The same for a form that was made active or inactive. Conditions ask for answers, of which there are none. */
export const fireOfForm = async (context: MemberContext, form_id: number): Promise<void> => {
  const form = (await formDefinitions(context.tx, context.caller.organization.id, [form_id])).get(form_id);
  if (!form) return;
  const event = form.active ? 'form_activated' : 'form_deactivated';
  const rules = form.notifications.filter(({ name, conditions }) => name === event && conditions === null);
  send(context, rules, { event, form_id: form.id, record: { type: 'forms', id: form.id } });
};
