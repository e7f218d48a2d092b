import type { FormPart, FormSection } from '#web/forms/form-contributions.ts';
import { inline } from '#web/parts/lazy.tsx';

/** The rules of a form, as a section of its page. */
export const rulesSection: FormSection = {
  id: 'logic',
  title: 'Logic',
  Content: inline('Logic', async () => (await import('./section.tsx')).RulesSection),
};

/** The rules of a form beside its fields while it is edited. */
export const rulesPart = async (): Promise<FormPart> => (await import('./part.tsx')).RulesPart;
