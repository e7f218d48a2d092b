import type { z } from 'zod';
import type { forms } from '#contract/resources/forms.ts';
import type {
  NotificationEvent,
  NotificationReach,
  notificationDefinition,
  notificationMessage,
  notificationRoutes,
} from '#contract/resources/notifications.ts';
import type { RuleCondition } from '#forms/definition/rule.ts';
import { plainUnderscores, templateProblems } from '#forms/definition/template.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { FieldDescriptions } from '#web/screens/conflict.tsx';

export type Definition = z.output<typeof notificationDefinition>;
export type Message = z.output<typeof notificationMessage>;
export type Metadata = z.output<typeof notificationRoutes.metadata.response>;
export type Recipient = Definition['recipients'][number];

/** The form whose notifications these are. */
export type NotifyingForm = Pick<z.output<typeof forms.record>, 'id' | 'form_fields' | 'calculations'>;

/** A notification as the editor holds it. */
export type Values = {
  name: NotificationEvent;
  active: boolean;
  subject_template: string;
  body_template: string;
  conditions: RuleCondition | null;
  recipients: Recipient[];
  /** What is typed in the box for recipients and was not added yet. */
  recipient_text: string;
  recipient_field_ids: number[];
  recipient_group_ids: number[];
  notify_recorder: boolean;
  scoped_fields: number[];
  lock_version: number;
};

/** A new notification: about the first event there is. */
export const draftOf = ({ events }: Metadata): Values => ({
  name: (events[0] as Metadata['events'][number]).name,
  active: true,
  subject_template: '',
  body_template: '',
  conditions: null,
  recipients: [],
  recipient_text: '',
  recipient_field_ids: [],
  recipient_group_ids: [],
  notify_recorder: false,
  scoped_fields: [],
  lock_version: 0,
});

export const valuesOf = (definition: Definition): Values => ({
  name: definition.name,
  active: definition.active,
  subject_template: definition.subject_template,
  body_template: definition.body_template,
  conditions: definition.conditions === null ? null : JSON.parse(definition.conditions),
  recipients: definition.recipients,
  recipient_text: '',
  recipient_field_ids: definition.recipient_field_ids,
  recipient_group_ids: definition.recipient_group_ids,
  notify_recorder: definition.notify_recorder,
  scoped_fields: definition.scoped_fields,
  lock_version: definition.lock_version,
});

/** Whether an event is a change, which can be about one answer alone. */
export const isChange = (event: NotificationEvent): boolean => event.endsWith('_updated');

/** What is sent to the server. Editors of markdown escape underscores, and what is stored has plain ones. */
export const sentOf = (values: Values) => ({
  name: values.name,
  active: values.active,
  subject_template: plainUnderscores(values.subject_template.trim()),
  body_template: plainUnderscores(values.body_template.trim()),
  conditions: values.conditions && JSON.stringify(values.conditions),
  recipients: values.recipients,
  recipient_field_ids: values.recipient_field_ids,
  recipient_group_ids: values.recipient_group_ids,
  notify_recorder: values.notify_recorder,
  scoped_fields: isChange(values.name) ? values.scoped_fields : [],
});

/** Whether saving would change anything. */
export const differs = (values: Values, stored: Values): boolean =>
  values.recipient_text.trim() !== '' || JSON.stringify(sentOf(values)) !== JSON.stringify(sentOf(stored));

/** The fields whose answers are addresses, and those that hold answers at all, as options. */
export const fieldOptions = ({ form_fields }: NotifyingForm) => {
  const options = (of: NotifyingForm['form_fields']) =>
    of.map(({ field_id, field }) => ({ value: String(field_id), label: field.name }));
  return {
    addresses: options(form_fields.filter(({ field_type }) => field_type === 'email')),
    answers: options(form_fields.filter(({ field_type }) => fieldType(field_type).isAnswerable)),
  };
};

/** The groups whose members may be recipients, as options. */
export const groupOptions = ({ groups }: Metadata) =>
  groups.map(({ id, name }) => ({ value: String(id), label: name }));

/**
 * What is wrong with the placeholders of a stored notification: they stand for what left the form since, or for what the
 * organization does not send any more.
 */
export const staleIn = ({ subject_template, body_template }: Definition, { placeholders }: Metadata): string[] => {
  const known = placeholders.map((one) => ({ ...one, isPersonal: false }));
  return [
    ...new Set(
      [subject_template, body_template].flatMap((text) => templateProblems(text, known, { answersAllowed: true })),
    ),
  ];
};

/** The labels of fields, by their ids. */
const labelsOf = (ids: number[], options: { value: string; label: string }[]): string[] =>
  options.filter(({ value }) => ids.includes(Number(value))).map(({ label }) => label);

const list = new Intl.ListFormat('en-US');

/** Whom a notification would tell now, by way, and whom not and why: a line for each that there is. */
export const reachInWords = ({ people }: NotificationReach): string[] => {
  const nameOf = ({ name, email }: NotificationReach['people'][number]) => name ?? email;
  const told = (way: NotificationReach['people'][number]['way']) => people.filter((one) => one.way === way);
  const line = (label: string, names: string[]) => (names.length === 0 ? [] : [`${label}: ${list.format(names)}`]);
  return [
    ...line('By email immediately', told('email').map(nameOf)),
    ...line('Only in the bell', told('bell').map(nameOf)),
    ...line('Only in the daily summary', told('daily').map(nameOf)),
    ...line(
      'Not notified',
      told('none').map((one) => `${nameOf(one)} (${(one.reason ?? '').replace(/^./, (first) => first.toLowerCase())})`),
    ),
  ];
};

/** Who gets a notification, in a few words. */
export const recipientsInWords = (definition: Definition, form: NotifyingForm, metadata: Metadata): string => {
  const { recipients, recipient_field_ids, recipient_group_ids, notify_recorder } = definition;
  const people = recipients.map(({ name, email }) => name ?? email);
  const groups = labelsOf(recipient_group_ids, groupOptions(metadata)).map((label) => `group ${label}`);
  const answers = labelsOf(recipient_field_ids, fieldOptions(form).addresses).map((label) => `the answer to ${label}`);
  const recorder = notify_recorder ? ['the person who recorded it'] : [];
  return [...people, ...groups, ...recorder, ...answers].join(', ') || 'No recipients';
};

/** How the values read where somebody else saved meanwhile. */
export const conflictLabels = (metadata: Metadata, form: NotifyingForm): FieldDescriptions<Values> => {
  const { events } = metadata;
  const { addresses, answers } = fieldOptions(form);
  return {
    name: { label: 'Event', text: (name) => events.find((event) => event.name === name)?.label ?? name },
    active: { label: 'Active', text: (active) => (active ? 'Yes' : 'No') },
    subject_template: { label: 'Subject' },
    body_template: { label: 'Body' },
    conditions: { label: 'Conditions', text: (conditions) => (conditions ? 'With conditions' : 'Always') },
    recipients: {
      label: 'Recipients',
      text: (recipients) => recipients.map(({ email }) => email).join(', ') || 'None',
    },
    recipient_field_ids: {
      label: 'Send to addresses in',
      text: (ids) => labelsOf(ids, addresses).join(', ') || 'None',
    },
    recipient_group_ids: {
      label: 'Send to members of',
      text: (ids) => labelsOf(ids, groupOptions(metadata)).join(', ') || 'None',
    },
    notify_recorder: { label: 'Send to the person who recorded it', text: (notified) => (notified ? 'Yes' : 'No') },
    scoped_fields: {
      label: 'Only when this answer changes',
      text: (ids) => labelsOf(ids, answers).join(', ') || 'Any change',
    },
  };
};
