import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { Require, useMember } from '#web/access/account.tsx';
import { hostOf } from '#web/access/host.ts';
import { useTitle } from '#web/kit/title.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { SectionTabs } from '#web/ui/tabbed-sections.tsx';
import { Addresses } from './addresses.tsx';
import { ApiCredentials } from './api-credentials.tsx';
import { ConsentsForm } from './consents-form.tsx';
import { FoundForm } from './found-form.tsx';
import { LogoForm } from './logo-form.tsx';
import { MailForm } from './mail-form.tsx';
import { SmallNumbersForm } from './small-numbers-form.tsx';
import { Webhooks } from './webhooks.tsx';

/**
 * The organization as its administrators look after it: its logo, which counts reports keep out, for what people must
 * have agreed, how its forms send emails, how addresses are suggested, whether others find it, and the programs that may
 * call the API or are told what happens.
 */
export const MyOrganization = () => (
  <Require do={organizationAccountRoutes.changeOrganizationAccount}>
    <Screen />
  </Require>
);

const Screen = () => {
  const { organization } = useMember();
  const { name, slug, owner_name, owner_email, time_zone, logo, api_access_enabled, role } = organization;
  const { small_numbers_below, can_be_found } = organization;
  useTitle('My organization');
  return (
    <Page>
      <RecordHeader
        crumbs={[{ label: name, to: '/' }, { label: 'My organization' }]}
        title="My organization"
        facts={[name, <code key="host">{hostOf(slug)}</code>]}
        passing
      />
      <SectionTabs label="Sections" beside>
        <Section title="Facts" tab={{ key: 'facts' }}>
          <DescriptionList
            facts={[
              { label: 'Owner', value: owner_email && <Owner name={owner_name} email={owner_email} /> },
              { label: 'Time zone', value: formatZone(time_zone) },
            ]}
          />
        </Section>
        <Section title="Logo" tab={{ key: 'organization-logo' }}>
          <LogoForm stored={logo} />
        </Section>
        <Section title="Small numbers" tab={{ key: 'small-numbers' }}>
          <SmallNumbersForm stored={small_numbers_below} />
        </Section>
        <Section title="Consent" tab={{ key: 'consent' }}>
          <ConsentsForm />
        </Section>
        <Section title="Emails of forms" tab={{ key: 'emails' }}>
          <MailForm organization={organization} />
        </Section>
        <Addresses />
        <Section
          title="Retention"
          tab={{ key: 'retention' }}
          action={<ButtonLink to="/organization/retention">Open retention</ButtonLink>}
        >
          <p>What is no longer needed is deleted by rules, once the owner has switched them on.</p>
        </Section>
        <Section title="Other organizations" tab={{ key: 'other-organizations' }}>
          <FoundForm stored={can_be_found} />
        </Section>
        {api_access_enabled && role !== 'orguser' && (
          <>
            <ApiCredentials />
            <Webhooks />
          </>
        )}
      </SectionTabs>
    </Page>
  );
};

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
