import type { FormPart, FormSection } from '#web/forms/form-contributions.ts';

/** The rules of a form, as a section of its page. */
export const rulesSection = async (): Promise<FormSection> => ({
  id: 'logic',
  title: 'Logic',
  Content: (await import('./section.tsx')).RulesSection,
});

/** The rules of a form beside its fields while it is edited. */
export const rulesPart = async (): Promise<FormPart> => (await import('./part.tsx')).RulesPart;
