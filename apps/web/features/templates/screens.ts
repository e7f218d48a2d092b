import type { FormNotice } from '#web/forms/form-contributions.ts';
import { inline } from '#web/parts/lazy.tsx';

/** What the platform team can do with a form, loaded with the page of the form. */
export const templateAction = async () => (await import('./actions.ts')).templateAction;

/** That the template of a form was changed, said on the page of the form. */
export const templateNotice: FormNotice = inline(
  'The update of the template',
  async () => (await import('./update-notice.tsx')).UpdateNotice,
);
