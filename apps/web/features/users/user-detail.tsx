import { IconMail, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { Can, useMay, useMember } from '#web/kit/account.tsx';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { RecordSummary } from '#web/kit/history.tsx';
import { Side } from '#web/kit/master-detail.tsx';
import { useTitle } from '#web/kit/title.ts';
import { useRecord, useWrite } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { InvitationBadge } from './invitation-badge.tsx';
import { OwnerMark } from './owner-mark.tsx';
import { roleNames, root, type User } from './user.ts';
import css from './user-detail.module.css';

/** One member: who they are, what they belong to, and how far their invitation is. */
export const UserDetail = () => {
  const id = Number(useParams().id);
  const { data: user } = useRecord(userRoutes.show, { id }, root);
  const { account, organization } = useMember();
  useTitle(user?.name, 'Users');
  if (!user) return <RecordSkeleton label="Loading user" />;
  const { name, email, role, owner, time_zone, last_accessed_at } = user;
  return (
    <>
      <RecordHeader
        crumbs={[{ label: 'Users', to: root }, { label: name }]}
        title={name}
        avatar={{ name }}
        badge={owner ? <OwnerMark /> : <InvitationBadge state={user.invitation} />}
        facts={[email]}
        primary={
          <Can do={userRoutes.update} on={id}>
            <ButtonLink to={`${root}/${id}/edit`} icon={IconPencil}>
              Edit
            </ButtonLink>
          </Can>
        }
      />
      {!owner && user.permission_group_ids.length === 0 && (
        <Banner>This user belongs to no permission groups. They will not be able to log in.</Banner>
      )}
      <Section>
        <DescriptionList
          facts={[
            { label: 'Email', value: <a href={`mailto:${email}`}>{email}</a> },
            { label: 'Role', value: roleNames[role] },
            {
              label: 'Last accessed',
              value: showDateTime(last_accessed_at, account.time_zone ?? organization.time_zone),
            },
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
        <Invitation user={user} />
        <RecordSummary type="users" id={id} />
      </Side>
    </>
  );
};

const Groups = ({ permission_group_ids }: User) => {
  const may = useMay()(permissionGroupRoutes.list);
  const { data } = useQuery({
    queryKey: [permissionGroupRoutes.list.path],
    queryFn: () => call(permissionGroupRoutes.list, {}),
    enabled: may,
  });
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

/** Sends the invitation again, to who has not accepted one. */
const Invitation = ({ user: { id, email, invitation } }: { user: User }) => {
  const may = useMay();
  const { mutateAsync, isPending } = useWrite(userRoutes.resendInvitation);
  if (invitation === null || invitation === 'Accepted') return null;
  const resend = async () => {
    try {
      await mutateAsync({ sent: { params: { id } } });
      toast.success(`A new invitation was sent to ${email}`);
    } catch (error) {
      failures.report(error);
    }
  };
  return (
    <SideCard title="Actions">
      <p className={css.note}>
        {invitation === 'Pending' ? 'Invited, not accepted yet.' : 'The invitation has expired.'}
      </p>
      {may(userRoutes.resendInvitation, id) && (
        <ActionList
          actions={[{ label: 'Resend invitation', icon: IconMail, onClick: () => void resend(), disabled: isPending }]}
        />
      )}
    </SideCard>
  );
};
