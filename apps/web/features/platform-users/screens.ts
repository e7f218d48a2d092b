import { places } from '#web/access/places.ts';
import { screensOf } from '#web/screens/screens-of.tsx';

export const platformUserScreens = screensOf(places.platform_users, {
  list: () => import('./list.tsx'),
  detail: () => import('./detail.tsx'),
  form: () => import('./form.tsx'),
});
