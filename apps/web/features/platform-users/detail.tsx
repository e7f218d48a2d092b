import { IconArchive, IconBuilding, IconMailForward, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { platformUserRoutes } from '#contract/resources/platform-users.ts';
import { useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { failures } from '#web/kit/failures.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { formatDateTime, formatZone } from '#web/ui/dates.ts';
import { DescriptionList, Pairs } from '#web/ui/description-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import { nameOf, type PlatformUser, platformUsers, roleNames } from './platform-user.ts';
import { UserActions } from './user-actions.tsx';
import { UserBadge } from './user-badge.tsx';

/** One account: who it is, how they sign in, and which organizations they belong to. */
export const Detail = detailOf(platformUsers, ({ record: user }: { record: PlatformUser }) => {
  const zone = useZone();
  const invite = useInvite(user);
  const { email, memberships, agreement, second_factor_since, time_zone } = user;
  return (
    <RecordScreen
      of={platformUsers}
      record={user}
      avatar={{ name: nameOf(user) }}
      badge={<UserBadge user={user} />}
      facts={[email, counted(memberships.length, 'organization')]}
      buttons={<UserActions user={user} />}
      actions={user.accepted ? [] : [{ label: 'Resend invitation', icon: IconMailForward, onClick: invite }]}
      cards={
        <SideCard title="Record Summary">
          <Pairs
            facts={[
              { label: 'Added', value: showDateTime(user.created_at, zone) },
              { label: 'Changed', value: showDateTime(user.updated_at, zone) },
            ]}
          />
        </SideCard>
      }
      deleting={user.accepted ? undefined : 'They haven’t used their account yet. Their invitation will stop working.'}
    >
      <Section>
        <DescriptionList
          facts={[
            { label: 'Role', value: roleNames[user.role] },
            { label: 'Email', value: <a href={`mailto:${email}`}>{email}</a> },
            { label: 'Last accessed', value: formatDateTime(user.last_accessed_at, zone) },
            { label: 'Last login', value: formatDateTime(user.last_logged_in_at, zone) },
            { label: 'Last login address', value: user.last_login_ip && <code>{user.last_login_ip}</code> },
            {
              label: 'Two-step verification',
              value: second_factor_since ? `On since ${showDateTime(second_factor_since, zone)}` : 'Off',
            },
            {
              label: 'Confidentiality statement',
              value: agreement && `Version ${agreement.version}, ${showDateTime(agreement.accepted_at, zone)}`,
            },
            { label: 'Time zone', value: time_zone ? formatZone(time_zone) : 'Same as their organization' },
          ]}
        />
      </Section>
      <Memberships user={user} />
    </RecordScreen>
  );
});

/** Sends the link to set a first password once more. */
const useInvite = ({ id, email }: PlatformUser) => {
  const write = useWrite(platformUserRoutes.invite);
  return () =>
    void write
      .mutateAsync({ sent: { params: { id } } })
      .then(() => toast.success(`Invitation sent to ${email}`), failures.report);
};

const Memberships = ({ user: { id, memberships } }: { user: PlatformUser }) => {
  const zone = useZone();
  return (
    <Section
      title="Organization memberships"
      note={memberships.length}
      action={
        <ButtonLink to={`${places.platform_users.at}/${id}/edit`} icon={IconPlus} tone="subtle" size="small">
          Add to organization
        </ButtonLink>
      }
    >
      {memberships.length === 0 && <EmptyState icon={IconBuilding} title="No organizations" />}
      {memberships.length > 0 && (
        <DataTable
          columns={[
            {
              key: 'organization',
              title: 'Organization',
              cell: ({ organization }) => (
                <>
                  <Link to={`${places.organizations.at}/${organization.id}`}>{organization.name}</Link>
                  <div className={words.small}>{organization.slug}</div>
                </>
              ),
            },
            { key: 'role', title: 'Role', cell: ({ role, owner }) => (owner ? `${role}, owner` : role) },
            {
              key: 'permission_groups',
              title: 'Permission groups',
              cell: ({ permission_groups, owner }) => permission_groups.join(', ') || (owner ? 'Not needed' : 'None'),
            },
            {
              key: 'last_accessed_at',
              title: 'Last accessed',
              cell: ({ last_accessed_at }) => formatDateTime(last_accessed_at, zone),
            },
            { key: 'status', title: 'Status', phone: 'end', cell: (one) => <MembershipStatus {...one} /> },
          ]}
          label="Organization memberships"
          widthsKey="memberships"
          rows={memberships}
          rowKey={({ organization }) => organization.id}
        />
      )}
    </Section>
  );
};

const MembershipStatus = ({ archived_at, accepted, organization }: PlatformUser['memberships'][number]) => {
  if (archived_at) return <StatusBadge icon={IconArchive}>Archived</StatusBadge>;
  if (!accepted) return <StatusBadge tone="pending">Invited</StatusBadge>;
  if (organization.suspended) return <StatusBadge tone="warn">Suspended</StatusBadge>;
  return <StatusBadge tone="ok">Active</StatusBadge>;
};
