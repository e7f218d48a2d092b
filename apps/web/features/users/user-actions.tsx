import { IconArchive, IconArchiveOff, IconEye, IconMail, IconUserDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { userRoutes } from '#contract/resources/users.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { Impersonate } from '#web/access/impersonate.tsx';
import { useImpersonation } from '#web/access/impersonation.tsx';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import type { Action } from '#web/ui/action-menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type User, users } from './user.ts';

const hasAccepted = (invitation: User['invitation']) => invitation === null || invitation === 'Accepted';

/** Whether the caller may act for a member: as a superuser, or as owner or administrator for an organization user. */
const useMayImpersonate = () => {
  const { account, organization } = useMember();
  const isActing = useImpersonation() !== null;
  return ({ id, role, owner, archived_at, invitation }: User) =>
    !isActing &&
    id !== account.id &&
    archived_at === null &&
    hasAccepted(invitation) &&
    (organization.role === 'superuser' || (organization.role === 'orgadmin' && role === 'orguser' && !owner));
};

/** What may be done with a member, for the side card "Actions" and the menu of the header, and the questions it asks. */
export const useUserActions = (user: User): { actions: Action[]; dialogs: ReactNode } => {
  const { id, name, email, owner, invitation, role } = user;
  const [pendingAction, setPendingAction] = useState<'impersonate' | 'demote' | 'archive' | 'unarchive' | null>(null);
  const { account, organization } = useMember();
  const may = useMay();
  const mayImpersonate = useMayImpersonate()(user);
  const mayGiveRoles = organization.owner || organization.role !== 'orguser';
  const navigate = useNavigate();
  const archive = useWrite(userRoutes.archive);
  const unarchive = useWrite(userRoutes.unarchive);
  const update = useWrite(userRoutes.update);
  const resend = useWrite(userRoutes.resendInvitation);
  const sent = { params: { id } };
  const isArchived = user.archived_at !== null;
  const isInvited = !hasAccepted(invitation);
  const close = () => setPendingAction(null);

  const bringBack = async () => {
    await unarchive.mutateAsync({ sent });
    toast.success(`${name} unarchived`);
  };
  const resendInvitation = async () => {
    try {
      await resend.mutateAsync({ sent });
      toast.success(`New invitation sent to ${email}`);
    } catch (error) {
      failures.report(error);
    }
  };

  const possible: [boolean, Action][] = [
    [
      isInvited && !isArchived && may(userRoutes.resendInvitation, id),
      {
        label: 'Resend invitation',
        icon: IconMail,
        onClick: () => void resendInvitation(),
        disabled: resend.isPending,
      },
    ],
    [
      role === 'orgadmin' && !owner && id !== account.id && !isArchived && mayGiveRoles && may(userRoutes.update, id),
      { label: 'Make organization user', icon: IconUserDown, onClick: () => setPendingAction('demote') },
    ],
    [mayImpersonate, { label: 'Impersonate', icon: IconEye, onClick: () => setPendingAction('impersonate') }],
    [
      !isArchived && !owner && id !== account.id && may(userRoutes.archive, id),
      { label: 'Archive', icon: IconArchive, onClick: () => setPendingAction('archive') },
    ],
    [
      isArchived && may(userRoutes.unarchive, id),
      { label: 'Unarchive', icon: IconArchiveOff, onClick: () => setPendingAction('unarchive') },
    ],
  ];

  const dialogs = (
    <>
      {pendingAction === 'impersonate' && (
        <Impersonate
          account={account}
          person={user}
          organization={organization}
          asSuperuser={organization.role === 'superuser'}
          onClose={close}
        />
      )}
      {pendingAction === 'demote' && (
        <ConfirmWrite
          title={`Make ${name} an organization user`}
          verb="Make organization user"
          write={async () => {
            await update.mutateAsync({ sent: { params: { id }, body: { role: 'orguser' } } });
            toast.success(`${name} is now an organization user`);
            close();
          }}
          onClose={close}
        >
          <p>
            They keep their permission groups, but can no longer assign roles, act for others or view API credentials.
          </p>
        </ConfirmWrite>
      )}
      {pendingAction === 'archive' && (
        <ConfirmWrite
          title={`Archive ${name}`}
          verb="Archive"
          write={async () => {
            await archive.mutateAsync({ sent });
            toast.undo(`${name} archived`, () => void bringBack().catch(failures.report));
            navigate(users.at);
          }}
          onClose={close}
        >
          <p>Are you sure you want to archive this user?</p>
          <p>
            They lose access immediately. Their name stays on everything they recorded, and you can unarchive them
            later.
          </p>
        </ConfirmWrite>
      )}
      {pendingAction === 'unarchive' && (
        <ConfirmWrite
          title={`Unarchive ${name}`}
          verb="Unarchive"
          write={async () => {
            await bringBack();
            close();
          }}
          onClose={close}
        >
          <p>They’ll have access again, with the same permission groups as before.</p>
        </ConfirmWrite>
      )}
    </>
  );
  return { actions: possible.flatMap(([isPossible, action]) => (isPossible ? [action] : [])), dialogs };
};
