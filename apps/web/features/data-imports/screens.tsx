import { places } from '#web/access/places.ts';
import { screensOf } from '#web/screens/screens-of.tsx';

/** What the platform team imports for organizations. */
export const dataImportScreens = screensOf(places.imports, {
  list: () => import('./list.tsx'),
  detail: () => import('./detail.tsx'),
  form: () => import('./form.tsx'),
});
