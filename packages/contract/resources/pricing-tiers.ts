import { z } from 'zod';
import { listQuery } from '../kit/list.ts';
import { platformCrud } from '../kit/platform.ts';
import { stamps } from '../kit/resource.ts';
import { id } from '../kit/route.ts';
import { name, text } from '../kit/text.ts';

export const billingPeriods = ['Monthly', 'Quarterly', 'Yearly'] as const;

/** What organizations may pay. It is told to people, and switches nothing. */
const fields = z.strictObject({
  name: name(),
  rate_cents: z.int('Enter a rate').min(0, 'Enter 0 or more').max(100_000_000, 'Enter $1,000,000 or less'),
  billing_period: z.enum(billingPeriods, 'Choose Monthly, Quarterly or Yearly'),
  /** Lines of text for people. */
  features: z.array(text(200, 'Enter each feature as one line of text')).max(50, 'Enter at most 50 features'),
});

const shown = z.object({
  ...stamps.shape,
  ...fields.shape,
  /** How many organizations are on it. */
  number_of_organizations: z.int(),
});

/** The tiers of the platform, and who is on each. */
export const pricingTierRoutes = platformCrud({
  name: 'pricing_tiers',
  title: { one: 'pricing tier', many: 'pricing tiers' },
  query: listQuery(z.strictObject({}), ['name', 'rate_cents', 'created_at']),
  record: shown.extend({
    organizations: z.array(z.object({ id, name: z.string(), created_at: z.string(), members: z.int() })),
  }),
  listed: shown,
  create: fields.partial({ features: true }),
  changes: fields.partial().extend({ lock_version: z.int().optional() }),
});
