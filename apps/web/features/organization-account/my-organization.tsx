import { IconPlugConnectedX } from '@tabler/icons-react';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { Require, useMember } from '#web/access/account.tsx';
import { hostOf } from '#web/access/host.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { useTitle } from '#web/kit/title.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SearchedSections } from '#web/ui/searched-sections.tsx';
import { Section } from '#web/ui/section.tsx';
import { Addresses } from './addresses.tsx';
import { ApiCredentials } from './api-credentials.tsx';
import { CalendarForm } from './calendar-form.tsx';
import { ConsentSection } from './consents-form.tsx';
import { FoundForm } from './found-form.tsx';
import { LogoForm } from './logo-form.tsx';
import { MailForm } from './mail-form.tsx';
import { PersonalDetailsForm } from './personal-details-form.tsx';
import { SmallNumbersForm } from './small-numbers-form.tsx';
import { organizationStatus } from './statuses.ts';
import { Webhooks } from './webhooks.tsx';

/**
 * The organization as its administrators look after it: when its weeks and fiscal years
 * begin, its logo, which details of a person can be unknown, which counts
 * reports hide, what people consent to, how its forms send emails, how addresses are suggested, whether others can find
 * it, and the programs that call the API or are told what happens. Each section but retention says how things stand in it.
 */
export const MyOrganization = () => (
  <Require do={organizationAccountRoutes.changeOrganizationAccount}>
    <Screen />
  </Require>
);

const Screen = () => {
  const { organization } = useMember();
  const { name, slug, owner_name, owner_email, time_zone, logo, api_access_enabled, role } = organization;
  const { small_numbers_below, can_be_found, allow_unknown, week_starts_on, fiscal_year_start_month } = organization;
  const status = organizationStatus(organization);
  useTitle('My organization');
  useShortcut({ keys: '/', label: 'Search settings' }, () =>
    document.querySelector<HTMLElement>('input[type="search"]')?.focus(),
  );
  return (
    <Page>
      <RecordHeader
        crumbs={[{ label: name, to: '/' }, { label: 'My organization' }]}
        title="My organization"
        facts={[name, <code key="host">{hostOf(slug)}</code>]}
        passing
      />
      <SearchedSections label="Sections" search="Search settings" noun="settings">
        <Section title="Organization details" tab={{ key: 'facts', status: status.details }}>
          <DescriptionList
            facts={[
              { label: 'Owner', value: owner_email && <Owner name={owner_name} email={owner_email} /> },
              { label: 'Time zone', value: formatZone(time_zone) },
            ]}
          />
        </Section>
        <Section title="Calendar" tab={{ key: 'calendar', status: status.calendar, keywords: 'weekday fiscal year' }}>
          <CalendarForm stored={{ week_starts_on, fiscal_year_start_month }} />
        </Section>
        <Section title="Logo" tab={{ key: 'organization-logo', status: status.logo }}>
          <LogoForm stored={logo} />
        </Section>
        <Section title="Personal details" tab={{ key: 'personal-details', status: status.personalDetails }}>
          <PersonalDetailsForm stored={allow_unknown} />
        </Section>
        <Section
          title="Small counts"
          tab={{ key: 'small-numbers', status: status.smallCounts, keywords: 'small numbers privacy suppression' }}
        >
          <SmallNumbersForm stored={small_numbers_below} />
        </Section>
        <ConsentSection />
        <Section title="Email notifications" tab={{ key: 'emails', status: status.emails }}>
          <MailForm organization={organization} />
        </Section>
        <Addresses />
        <Section
          title="Retention"
          // Without a status: each look at the rules goes into the audit log.
          tab={{ key: 'retention', keywords: 'delete old records' }}
          action={<ButtonLink to="/organization/retention">Open retention</ButtonLink>}
        >
          <p>Retention rules delete old records. The owner turns them on.</p>
        </Section>
        <Section title="Affiliations" tab={{ key: 'other-organizations', status: status.affiliations }}>
          <FoundForm stored={can_be_found} />
        </Section>
        {role !== 'orguser' && (api_access_enabled ? <ForPrograms /> : <NoApiAccess name={name} />)}
      </SearchedSections>
    </Page>
  );
};

const ForPrograms = () => (
  <>
    <ApiCredentials />
    <Webhooks />
  </>
);

/** What API access is for, and how it is turned on: the platform decides about it. */
const NoApiAccess = ({ name }: { name: string }) => (
  <Section
    title="API keys and webhooks"
    tab={{ key: 'api-access', status: 'Off', keywords: 'credentials integration token secret' }}
  >
    <EmptyState
      icon={IconPlugConnectedX}
      title="API access is off"
      helper={`With API keys, your other programs read and record data here. Webhooks tell them when something changes. To turn this on, ask the platform team to turn on API access for ${name}.`}
    />
  </Section>
);

const Owner = ({ name, email }: { name: string | null; email: string }) => {
  const address = <a href={`mailto:${email}`}>{email}</a>;
  return name === null ? (
    address
  ) : (
    <>
      {name} ({address})
    </>
  );
};
