import { places } from '#web/access/places.ts';
import { screensOf } from '#web/screens/screens-of.tsx';

export const pricingTierScreens = screensOf(places.pricing_tiers, {
  list: () => import('./list.tsx'),
  detail: () => import('./detail.tsx'),
  form: () => import('./form.tsx'),
});
