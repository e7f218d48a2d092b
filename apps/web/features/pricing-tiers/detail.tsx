import { IconBuilding, IconCheck, IconListCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DescriptionList, Pairs } from '#web/ui/description-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import css from './detail.module.css';
import { type PricingTier, pricingTiers, showRate } from './pricing-tier.ts';

/** One tier: what it costs, what it has, and who is on it. */
export const Detail = detailOf(pricingTiers, ({ record: tier }: { record: PricingTier }) => {
  const { rate_cents, billing_period, number_of_organizations } = tier;
  const zone = useZone();
  return (
    <RecordScreen
      of={pricingTiers}
      record={tier}
      facts={[counted(number_of_organizations, 'organization'), 'for information only']}
      actions={[]}
      deleting={number_of_organizations > 0 ? undefined : 'No organization uses this tier.'}
      cards={
        <SideCard title="Record Summary">
          <Pairs
            facts={[
              { label: 'Created', value: showDateTime(tier.created_at, zone) },
              { label: 'Updated', value: showDateTime(tier.updated_at, zone) },
            ]}
          />
        </SideCard>
      }
    >
      <Section>
        <DescriptionList
          facts={[
            { label: 'Rate', value: <strong className={css.rate}>{showRate(rate_cents)}</strong> },
            { label: 'Billing Period', value: billing_period },
          ]}
        />
      </Section>
      <Features features={tier.features} />
      <Organizations organizations={tier.organizations} />
    </RecordScreen>
  );
});

const Features = ({ features }: Pick<PricingTier, 'features'>) => (
  <Section title="Features">
    {features.length === 0 ? (
      <EmptyState icon={IconListCheck} title="No features" />
    ) : (
      <ul className={css.features} aria-label="Features">
        {features.map((feature) => (
          <li key={feature}>
            <Icon of={IconCheck} />
            {feature}
          </li>
        ))}
      </ul>
    )}
  </Section>
);

const Organizations = ({ organizations }: Pick<PricingTier, 'organizations'>) => {
  const zone = useZone();
  return (
    <Section title="Organizations">
      {organizations.length === 0 ? (
        <EmptyState icon={IconBuilding} title="No organizations" />
      ) : (
        <DataTable
          label="Organizations"
          widthsKey="tier-organizations"
          columns={[
            {
              key: 'name',
              title: 'Name',
              cell: ({ id, name }) => <Link to={`${places.organizations.at}/${id}`}>{name}</Link>,
            },
            { key: 'created_at', title: 'Since', cell: ({ created_at }) => showDateTime(created_at, zone) },
            { key: 'members', title: 'Members', cell: ({ members }) => members.toLocaleString('en-US') },
          ]}
          rows={organizations}
          rowKey={({ id }) => id}
        />
      )}
    </Section>
  );
};
