import type { RouteObject } from 'react-router';
import type { FormSection } from '#web/forms/form-contributions.ts';
import { inline, screen } from '#web/parts/lazy.tsx';

/** What a client form says to strangers in other languages, as a section of its page. */
export const translationsSection: FormSection = {
  id: 'translations',
  title: 'Translations',
  isSeen: (_, form) => form.form_type === 'client',
  Content: inline('Translations', async () => (await import('./section.tsx')).TranslationsSection),
};

/** Translating takes the whole page: the form's own texts stand beside. */
export const translationPages: RouteObject[] = [
  {
    path: 'forms/:form_id/translations/:id',
    Component: screen('translation', async () => (await import('./translation-page.tsx')).TranslationPage),
  },
];
