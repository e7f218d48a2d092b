import { IconExternalLink, IconPlayerPause, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAccountQuery, useZone } from '#web/access/account.tsx';
import { hostOf, originOf } from '#web/access/host.ts';
import { places } from '#web/access/places.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { DescriptionList, Pairs } from '#web/ui/description-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { SectionTabs } from '#web/ui/tabbed-sections.tsx';
import { AsAWhole } from './as-a-whole.tsx';
import css from './detail.module.css';
import { LifeCycle } from './life-cycle.tsx';
import { Members } from './members.tsx';
import { NextOwner } from './next-owner.tsx';
import { type Organization, organizations } from './organization.ts';
import { ReferralSystem } from './referral-system.tsx';
import { UsageSection } from './usage.tsx';

const OrganizationScreen = ({ record: organization }: { record: Organization }) => {
  const { slug, owner_name, owner_email, time_zone, api_access_enabled, users } = organization;
  const { pricing_tier_id, pricing_tier_name } = organization;
  const { data: account } = useAccountQuery();
  return (
    <RecordScreen
      of={organizations}
      record={organization}
      badge={<OrganizationBadge organization={organization} />}
      facts={[
        <a key="host" className={css.underlined} href={originOf(slug)}>
          <code>{hostOf(slug)}</code>
        </a>,
        counted(users.length, 'member'),
      ]}
      actions={[]}
      note={
        <>
          <a className={css.open} href={`${originOf(slug)}/organization/dashboard`}>
            <Icon of={IconExternalLink} />
            Open organization
          </a>
          <Note>You’ll sign in again there. Each organization has its own address and sign-in.</Note>
        </>
      }
      cards={<Summary {...organization} />}
    >
      <SectionTabs label="Sections">
        <Section tab={{ key: 'facts', label: 'Organization details' }}>
          <DescriptionList
            facts={[
              { label: 'Owner', value: <Owner name={owner_name} email={owner_email} /> },
              ...(organization.next_owner_email
                ? [{ label: 'Next owner', value: <NextOwner organization={organization} /> }]
                : []),
              { label: 'Time zone', value: formatZone(time_zone) },
              {
                label: 'Pricing tier',
                value: pricing_tier_id && (
                  <Link to={`${places.pricing_tiers.at}/${pricing_tier_id}`}>{pricing_tier_name}</Link>
                ),
              },
              { label: 'API access', value: api_access_enabled ? 'On' : 'Off' },
              { label: 'Slug', value: <code>{slug}</code> },
            ]}
          />
        </Section>
        <UsageSection organization={organization} />
        <ReferralSystem organization={organization} />
        <LifeCycle organization={organization}>
          <AsAWhole organization={organization} />
        </LifeCycle>
        <Section title="Organization Members" tab={{ key: 'members', count: users.length }}>
          {users.length === 0 ? (
            <EmptyState icon={IconUsers} title="There are no users in this organization." />
          ) : (
            account && <Members organization={organization} account={account} />
          )}
        </Section>
      </SectionTabs>
    </RecordScreen>
  );
};

const OrganizationBadge = ({ organization: { suspended_at, owner_name } }: { organization: Organization }) => {
  if (suspended_at !== null)
    return (
      <StatusBadge tone="warn" icon={IconPlayerPause}>
        Suspended
      </StatusBadge>
    );
  return owner_name === null ? (
    <StatusBadge tone="pending">Invited</StatusBadge>
  ) : (
    <StatusBadge tone="ok">Active</StatusBadge>
  );
};

/** One organization: where it is, who owns it, and who belongs to it. */
export const Detail = detailOf(organizations, OrganizationScreen);

const Summary = ({ created_at, updated_at }: Organization) => {
  const zone = useZone();
  return (
    <SideCard title="Record Summary">
      <Pairs
        facts={[
          { label: 'Created', value: showDateTime(created_at, zone) },
          { label: 'Updated', value: showDateTime(updated_at, zone) },
        ]}
      />
    </SideCard>
  );
};

const Owner = ({ name, email }: { name: string | null; email: string | null }) => {
  if (!email) return null;
  const address = (
    <a className={css.underlined} href={`mailto:${email}`}>
      {email}
    </a>
  );
  return name === null ? (
    <>Owner has not accepted invitation ({address})</>
  ) : (
    <>
      {name} ({address})
    </>
  );
};
