import { type NotificationEvent, notificationEvents } from '#contract/resources/notifications.ts';
import { eventLabels } from '#server/notifications/subject.ts';

const prefixes: Record<string, string[]> = {
  client: ['client_', 'public_', 'form_'],
  internal: ['internal_', 'form_'],
};

/** The events that happen to forms of a type, with the words for them. */
export const eventsOf = (form_type: string): { name: NotificationEvent; label: string }[] =>
  notificationEvents
    .filter((name) => prefixes[form_type]?.some((prefix) => name.startsWith(prefix)))
    .map((name) => ({ name, label: eventLabels[name] }));
