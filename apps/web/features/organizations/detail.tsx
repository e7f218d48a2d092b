import { IconExternalLink } from '@tabler/icons-react';
import { useAccountQuery, useZone } from '#web/access/account.tsx';
import { hostOf, originOf } from '#web/access/host.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { DescriptionList, Pairs } from '#web/ui/description-list.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './detail.module.css';
import { Members } from './members.tsx';
import { type Organization, organizations } from './organization.ts';

const OrganizationScreen = ({ record: organization }: { record: Organization }) => {
  const { slug, owner_name, owner_email, time_zone, api_access_enabled, users } = organization;
  const { data: account } = useAccountQuery();
  return (
    <RecordScreen
      of={organizations}
      record={organization}
      badge={owner_name === null && <StatusBadge tone="pending">Invited</StatusBadge>}
      facts={[<code key="host">{hostOf(slug)}</code>, counted(users.length, 'member')]}
      actions={[]}
      note={
        <>
          <a className={css.open} href={`${originOf(slug)}/organization/dashboard`}>
            <Icon of={IconExternalLink} />
            Open organization
          </a>
          <Note>You sign in there again: each organization has an address and a sign-in of its own.</Note>
        </>
      }
      cards={<Summary {...organization} />}
    >
      <Section>
        <DescriptionList
          facts={[
            { label: 'Owner', value: <Owner name={owner_name} email={owner_email} /> },
            { label: 'Time zone', value: formatZone(time_zone) },
            { label: 'API access', value: api_access_enabled ? 'On' : 'Off' },
            { label: 'Slug', value: <code>{slug}</code> },
          ]}
        />
      </Section>
      <Section title="Organization Members">
        {account && <Members organization={organization} account={account} />}
      </Section>
    </RecordScreen>
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
  const address = <a href={`mailto:${email}`}>{email}</a>;
  return name === null ? (
    <>{address}, invited and not here yet</>
  ) : (
    <>
      {name} ({address})
    </>
  );
};
