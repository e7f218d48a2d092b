import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { Require, useMember } from '#web/access/account.tsx';
import { hostOf } from '#web/access/host.ts';
import { useTitle } from '#web/kit/title.ts';
import { formatZone } from '#web/ui/dates.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ApiCredentials } from './api-credentials.tsx';
import { LogoForm } from './logo-form.tsx';
import { MailForm } from './mail-form.tsx';
import { SmallNumbersForm } from './small-numbers-form.tsx';

/**
 * The organization as its administrators look after it: its logo, which counts reports keep out, how its forms send
 * emails, and the programs that may call the API.
 */
export const MyOrganization = () => (
  <Require do={organizationAccountRoutes.changeOrganizationAccount}>
    <Screen />
  </Require>
);

const Screen = () => {
  const { organization } = useMember();
  const { name, slug, owner_name, owner_email, time_zone, logo, api_access_enabled, role, small_numbers_below } =
    organization;
  useTitle('My organization');
  return (
    <Page>
      <RecordHeader
        crumbs={[{ label: name, to: '/' }, { label: 'My organization' }]}
        title="My organization"
        facts={[name, <code key="host">{hostOf(slug)}</code>]}
      />
      <Section>
        <DescriptionList
          facts={[
            { label: 'Owner', value: owner_email && <Owner name={owner_name} email={owner_email} /> },
            { label: 'Time zone', value: formatZone(time_zone) },
          ]}
        />
      </Section>
      <Section title="Logo">
        <LogoForm stored={logo} />
      </Section>
      <Section title="Small numbers">
        <SmallNumbersForm stored={small_numbers_below} />
      </Section>
      <Section title="Emails of forms">
        <MailForm organization={organization} />
      </Section>
      {api_access_enabled && role !== 'orguser' && <ApiCredentials />}
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
