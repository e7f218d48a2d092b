import { definitionPlaces } from '#web/access/area.ts';
import { screensOf } from '#web/screens/screens-of.tsx';

/** The questions that forms are made of. */
export const fieldScreens = screensOf(definitionPlaces.fields, {
  list: () => import('./list.tsx'),
  detail: () => import('./detail.tsx'),
  form: () => import('./form.tsx'),
});
