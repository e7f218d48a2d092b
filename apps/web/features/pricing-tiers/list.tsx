import { counted } from '#web/kit/formats.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { pricingTiers, showRate } from './pricing-tier.ts';

/** All pricing tiers, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={pricingTiers}
    hint="A tier shows a plan’s price and features. It’s for information only."
    item={({ name, rate_cents, billing_period, number_of_organizations }) => ({
      title: name,
      fact: `${showRate(rate_cents)} ${billing_period} · ${counted(number_of_organizations, 'organization')}`,
    })}
  />
);
