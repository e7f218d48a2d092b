import type { z } from 'zod';
import type { notificationRoutes } from '#contract/resources/notifications.ts';
import { visibleInternalRecords, visiblePublicInstances, visibleResponses } from '#server/access/scopes.ts';
import { typeOfResponse } from '#server/forms/firing.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, refuse } from '#server/kit/problem.ts';
import { insertRow, ofOrganization, type Where } from '#server/kit/rows.ts';
import { countToday, maxToOneAddress, overAddressLimit } from '#server/notifications/mail-channel.ts';
import { subjectOf } from '#server/notifications/subject.ts';
import { textAbout } from '#server/notifications/texts.ts';
import { checkedNotification, type NotifyingForm } from './check.ts';
import { serializeMessages } from './messages.ts';

type PreviewInput = z.output<typeof notificationRoutes.preview.body>;

/** How many responses there are to choose from. */
const maxOffered = 10;

/** What an event happens to, as far as the caller may read it. */
const scopeOf = (
  { caller }: MemberContext,
  { form_type }: NotifyingForm,
  event: PreviewInput['name'],
): Where<'responses'> => {
  if (form_type === 'internal') return visibleInternalRecords(caller, 'read');
  return (event === 'public_form_submitted' ? visiblePublicInstances : visibleResponses)(caller, 'read');
};

/** The newest responses to a form that the caller may read. */
const newest = (
  context: MemberContext,
  form: NotifyingForm,
  { name, id }: { name: PreviewInput['name']; id?: number },
) =>
  ofOrganization(context.tx, 'responses', context.caller)
    .select(['id', 'title', 'client_id', 'public_form_id', 'reference'])
    .where('form_id', '=', form.id)
    .where(scopeOf(context, form, name))
    .$if(id !== undefined, (query) => query.where('responses.id', '=', id as number))
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxOffered)
    .execute();

type PreviewCandidate = Awaited<ReturnType<typeof newest>>[number];

const labelOf = ({ id, title, client_id, reference }: PreviewCandidate): string =>
  client_id === null ? title || reference || `Record ${id}` : `Response ${id} of person ${client_id}`;

/** The text with a response of the caller's choice, or the newest, filled in; without one it is about the form alone. */
const written = async (context: MemberContext, form: NotifyingForm, sent: PreviewInput) => {
  const { name, subject_template, body_template, record_id } = sent;
  refuse(checkedNotification(form, { name, subject_template, body_template }).issues);
  const isOfForm = name.startsWith('form_');
  const offered = isOfForm ? [] : await newest(context, form, { name });
  const chosen = record_id === undefined ? offered[0] : (await newest(context, form, { name, id: record_id }))[0];
  if (record_id !== undefined && !chosen) throw invalid('record_id', 'Choose a response that you can read');
  const organization_id = context.caller.organization.id;
  const record = chosen ? { type: typeOfResponse(chosen), id: chosen.id } : { type: 'forms' as const, id: form.id };
  const subject = await subjectOf(context.tx, { organization_id, form_id: form.id, record });
  if (!subject) throw invalid('base', 'This response was deleted. Choose another.');
  const text = textAbout({ subject_template, body_template }, subject, { config: context.config, mayRead: true });
  return { text, offered, chosen, record };
};

/** The email that a notification would send about a response that the caller may read. */
export const preview = async (context: MemberContext, form: NotifyingForm, sent: PreviewInput) => {
  const { text, offered, chosen } = await written(context, form, sent);
  return {
    subject: text.subject,
    body: text.body,
    record_id: chosen?.id ?? null,
    records: offered.map((one) => ({ id: one.id, label: labelOf(one) })),
  };
};

/** Sends that email to the caller. It stands in the history of the form, as any other. */
export const sendTest = async (context: MemberContext, form: NotifyingForm, sent: PreviewInput) => {
  const { tx, caller, enqueue } = context;
  const { text, record } = await written(context, form, sent);
  const address = caller.person.email.toLowerCase();
  const counted = await countToday(tx, caller.organization, [address]);
  if ((counted.get(address) ?? 0) >= maxToOneAddress)
    throw invalid('base', `${overAddressLimit}: send the next test tomorrow`);
  const row = await insertRow(tx, 'notification_messages', {
    organization_id: caller.organization.id,
    form_id: form.id,
    record_type: record.type,
    record_id: record.id,
    recipient: address,
    user_id: caller.person.id,
    author_id: caller.person.id,
    was_readable: true,
    ...text,
    subject: `Test: ${text.subject}`,
  });
  await enqueue('send_messages', {});
  const [shown] = await serializeMessages(context, [row]);
  return shown as NonNullable<typeof shown>;
};
