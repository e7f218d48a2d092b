import { IconArchive, IconPencil } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { Can, useMay, useMember, useZone } from '#web/access/account.tsx';
import { useAnswer } from '#web/kit/answers.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { RecordSummary } from '#web/screens/history.tsx';
import { Side } from '#web/screens/master-detail.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { roleNames, root, type User } from './user.ts';
import { useUserActions } from './user-actions.tsx';
import { UserBadge } from './user-badge.tsx';
import css from './user-detail.module.css';

/** One member: who they are, what they belong to, and how far their invitation is. */
export const UserDetail = () => {
  const id = Number(useParams().id);
  const { data: user } = useRecord(userRoutes.show, { id }, root);
  useTitle(user?.name, 'Users');
  return user ? <Detail key={id} user={user} /> : <RecordSkeleton label="Loading user" />;
};

const Detail = ({ user }: { user: User }) => {
  const { id, name, email, role, owner, time_zone, last_accessed_at, archived_at } = user;
  const { organization } = useMember();
  const { actions, dialogs } = useUserActions(user);
  const zone = useZone();
  const invited = archived_at ? undefined : invitationNotes[user.invitation ?? 'Accepted'];
  return (
    <>
      <RecordHeader
        crumbs={[{ label: 'Users', to: root }, { label: name }]}
        title={name}
        avatar={{ name }}
        badge={<UserBadge user={user} />}
        facts={[email]}
        primary={
          <Can do={userRoutes.update} on={id}>
            <ButtonLink to={`${root}/${id}/edit`} icon={IconPencil}>
              Edit
            </ButtonLink>
          </Can>
        }
        actions={actions}
      />
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
            { label: 'Time zone', value: time_zone ?? `${organization.time_zone}, as the organization` },
          ]}
        />
      </Section>
      <Section title="Permission groups">
        {owner ? (
          <p className={css.note}>The owner has all access and needs no permission groups.</p>
        ) : (
          <Groups {...user} />
        )}
      </Section>
      <Side>
        {(actions.length > 0 || invited) && (
          <SideCard title="Actions">
            {invited && <p className={css.note}>{invited}</p>}
            <ActionList actions={actions} />
          </SideCard>
        )}
        <RecordSummary type="users" id={id} />
      </Side>
      {dialogs}
    </>
  );
};

const invitationNotes: Partial<Record<NonNullable<User['invitation']>, string>> = {
  Pending: 'Invited, not accepted yet.',
  Expired: 'The invitation has expired.',
};

const Groups = ({ permission_group_ids }: User) => {
  const may = useMay()(permissionGroupRoutes.list);
  const { data } = useAnswer(permissionGroupRoutes.list, {}, { enabled: may });
  const count = permission_group_ids.length;
  if (count === 0) return <p className={css.note}>None yet.</p>;
  if (!may)
    return <p className={css.note}>{`${count} ${count === 1 ? 'group' : 'groups'}, which you may not open.`}</p>;
  return (
    <ul className={css.groups}>
      {data?.data
        .filter(({ id }) => permission_group_ids.includes(id))
        .map(({ id, name }) => (
          <li key={id}>
            <Link to={`/organization/permissions/${id}`}>{name}</Link>
          </li>
        ))}
    </ul>
  );
};
