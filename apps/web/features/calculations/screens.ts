import type { FormSection } from '#web/forms/form-contributions.ts';

/** The calculations of a form, as a section of its page. */
export const calculationsSection = async (): Promise<FormSection> => ({
  id: 'calculations',
  title: 'Calculations',
  Content: (await import('./section.tsx')).CalculationsSection,
});
