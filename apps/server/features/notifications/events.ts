import { type NotificationEvent, notificationEvents } from '#contract/resources/notifications.ts';

const labels: Record<NotificationEvent, string> = {
  client_form_created: 'Response recorded',
  client_form_updated: 'Response changed',
  client_form_deleted: 'Response deleted',
  public_form_submitted: 'Public form submitted',
  public_form_linked: 'Public response linked to a person',
  internal_record_created: 'Record added',
  internal_record_updated: 'Record changed',
  internal_record_deleted: 'Record deleted',
  form_activated: 'Form made active',
  form_deactivated: 'Form made inactive',
};

const prefixes: Record<string, string[]> = {
  client: ['client_', 'public_', 'form_'],
  internal: ['internal_', 'form_'],
};

/** The events that happen to forms of a type, with the words for them. */
export const eventsOf = (form_type: string): { name: NotificationEvent; label: string }[] =>
  notificationEvents
    .filter((name) => prefixes[form_type]?.some((prefix) => name.startsWith(prefix)))
    .map((name) => ({ name, label: labels[name] }));
