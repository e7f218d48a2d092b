import type { FormSection } from '#web/forms/form-contributions.ts';
import { inline } from '#web/parts/lazy.tsx';

/** The emails of a form, as a section of its page, for who may see which it sends or those that it sent. */
export const notificationsSection: FormSection = {
  id: 'notifications',
  title: 'Notifications',
  isSeen: (may) =>
    (['read', 'use'] as const).some((action) => may({ entity: 'notification_messages', action, on: 'entity' })),
  Content: inline('Notifications', async () => (await import('./section.tsx')).NotificationsSection),
};
