import type { FormSection } from '#web/forms/form-contributions.ts';
import { inline } from '#web/parts/lazy.tsx';

/** Where and when strangers may fill in a client form, as a section of its page. */
export const publishSection: FormSection = {
  id: 'publish',
  title: 'Publish settings',
  isSeen: (_, form) => form.form_type === 'client',
  Content: inline('Publish settings', async () => (await import('./section.tsx')).PublishSection),
};
