import { addressRoutes } from '#contract/resources/addresses.ts';
import { implement } from '#server/kit/handlers.ts';
import { addressAutocomplete, addressDetail } from './addresses.ts';
import { changeSettings, settings, test } from './settings.ts';

/** Addresses that are suggested while somebody types one, and how. */
export const addressesFeature = implement(addressRoutes, {
  addressAutocomplete,
  addressDetail,
  settings,
  changeSettings,
  test,
});
