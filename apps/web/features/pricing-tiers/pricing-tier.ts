import type { z } from 'zod';
import { pricingTierRoutes } from '#contract/resources/pricing-tiers.ts';
import { places } from '#web/access/places.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type PricingTier = z.output<typeof pricingTierRoutes.show.response>;

export const pricingTiers = resourceOf(places.pricing_tiers, pricingTierRoutes, { nameOf: ({ name }) => name });

/** A rate as people read it: 7900 is "$79.00". */
export const showRate = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
