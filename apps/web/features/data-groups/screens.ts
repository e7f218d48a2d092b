import { places } from '#web/access/places.ts';
import { screensOf } from '#web/screens/screens-of.tsx';

export const dataGroupScreens = screensOf(places.data_groups, {
  list: () => import('./list.tsx'),
  detail: () => import('./detail.tsx'),
  form: () => import('./form.tsx'),
});
