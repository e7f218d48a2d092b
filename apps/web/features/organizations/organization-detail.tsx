import { IconExternalLink, IconPencil } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { useAccountQuery } from '#web/access/account.tsx';
import { hostOf, originOf } from '#web/access/host.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { Side } from '#web/screens/master-detail.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DescriptionList, Pairs } from '#web/ui/description-list.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Members } from './members.tsx';
import { root, zoneOf } from './organization.ts';
import css from './organization-detail.module.css';

const membersOf = (count: number) => `${count} ${count === 1 ? 'member' : 'members'}`;

/** One organization: where it is, who owns it, and who belongs to it. */
export const OrganizationDetail = () => {
  const id = Number(useParams().id);
  const { data: organization } = useRecord(organizationRoutes.show, { id }, root);
  const { data: account } = useAccountQuery();
  useTitle(organization?.name, 'Organizations');
  if (!organization || !account) return <RecordSkeleton label="Loading organization" />;
  const { name, slug, owner_name, owner_email, time_zone, api_access_enabled, users } = organization;
  const zone = zoneOf(account);
  return (
    <>
      <RecordHeader
        crumbs={[{ label: 'Organizations', to: root }, { label: name }]}
        title={name}
        badge={owner_name === null && <StatusBadge tone="pending">Invited</StatusBadge>}
        facts={[<code key="host">{hostOf(slug)}</code>, membersOf(users.length)]}
        primary={
          <ButtonLink to={`${root}/${id}/edit`} icon={IconPencil}>
            Edit
          </ButtonLink>
        }
      />
      <Section>
        <DescriptionList
          facts={[
            { label: 'Owner', value: <Owner name={owner_name} email={owner_email} /> },
            { label: 'Time zone', value: time_zone },
            { label: 'API access', value: api_access_enabled ? 'On' : 'Off' },
            { label: 'Slug', value: <code>{slug}</code> },
          ]}
        />
      </Section>
      <Section title="Organization Members">
        <Members organization={organization} account={account} />
      </Section>
      <Side>
        <SideCard title="Actions">
          <a className={css.open} href={`${originOf(slug)}/organization/dashboard`}>
            <Icon of={IconExternalLink} />
            Open organization
          </a>
        </SideCard>
        <SideCard title="Record Summary">
          <Pairs
            facts={[
              { label: 'Created', value: showDateTime(organization.created_at, zone) },
              { label: 'Updated', value: showDateTime(organization.updated_at, zone) },
            ]}
          />
        </SideCard>
      </Side>
    </>
  );
};

const Owner = ({ name, email }: { name: string | null; email: string | null }) => {
  if (!email) return null;
  const address = <a href={`mailto:${email}`}>{email}</a>;
  return name === null ? (
    <>{address}, invited and not here yet</>
  ) : (
    <>
      {name} ({address})
    </>
  );
};
