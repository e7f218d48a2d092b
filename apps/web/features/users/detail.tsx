import { IconArchive } from '@tabler/icons-react';
import { Link } from 'react-router';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { useMay, useMember, useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import css from './detail.module.css';
import { roleNames, type User, users } from './user.ts';
import { useUserActions } from './user-actions.tsx';
import { UserBadge } from './user-badge.tsx';

const UserScreen = ({ record: user }: { record: User }) => {
  const { name, email, role, owner, time_zone, last_accessed_at, archived_at } = user;
  const { organization } = useMember();
  const zone = useZone();
  const invited = archived_at ? undefined : invitationNotes[user.invitation ?? 'Accepted'];
  return (
    <RecordScreen
      of={users}
      record={user}
      avatar={{ name }}
      badge={<UserBadge user={user} />}
      facts={[email]}
      {...useUserActions(user)}
      note={invited && <Note>{invited}</Note>}
    >
      {archived_at && (
        <Banner tone="info" icon={IconArchive}>
          Archived {showDateTime(archived_at, zone)}. They have no access to this organization.
        </Banner>
      )}
      {!owner && user.permission_group_ids.length === 0 && (
        <Banner>This user belongs to no permission groups. They will not be able to log in.</Banner>
      )}
      <Section>
        <DescriptionList
          facts={[
            { label: 'Email', value: <a href={`mailto:${email}`}>{email}</a> },
            { label: 'Role', value: roleNames[role] },
            { label: 'Last accessed', value: showDateTime(last_accessed_at, zone) },
            {
              label: 'Time zone',
              value: time_zone
                ? formatZone(time_zone)
                : `${formatZone(organization.time_zone)}, same as the organization`,
            },
          ]}
        />
      </Section>
      <Section title="Permission groups">
        {owner ? (
          <Note>The owner has access to everything and doesn’t need permission groups.</Note>
        ) : (
          <Groups {...user} />
        )}
      </Section>
    </RecordScreen>
  );
};

/** One member: who they are, what they belong to, and how far their invitation is. */
export const Detail = detailOf(users, UserScreen);

const invitationNotes: Partial<Record<NonNullable<User['invitation']>, string>> = {
  Pending: 'Invited, not accepted yet.',
  Expired: 'The invitation has expired.',
};

const Groups = ({ permission_group_ids }: User) => {
  const may = useMay()(permissionGroupRoutes.list);
  const { data } = useRouteQuery(permissionGroupRoutes.list, {}, { enabled: may });
  const count = permission_group_ids.length;
  if (count === 0) return <Note>None yet.</Note>;
  if (!may) return <Note>{`${counted(count, 'group')}. You can’t view permission groups.`}</Note>;
  return (
    <ul className={css.groups}>
      {data?.data
        .filter(({ id }) => permission_group_ids.includes(id))
        .map(({ id, name }) => (
          <li key={id}>
            <Link to={`${places.permission_groups.at}/${id}`}>{name}</Link>
          </li>
        ))}
    </ul>
  );
};
