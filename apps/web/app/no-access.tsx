import { IconDoor, IconLock, IconLockAccess } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { actionsOf, entities, entityLabels } from '#contract/kit/privileges.ts';
import { hasAnyPrivilege, useMay, useMember } from '#web/access/account.tsx';
import { fullName } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

const words = { read: 'see', write: 'change', remove: 'delete', use: 'use' } as const;

/** Where a member begins to whom no screen of the menu is open: what they may do, and how they come to it. */
const Home = () => {
  useTitle('Home');
  const may = useMay();
  const { account, organization } = useMember();
  const allowed = entities.flatMap((entity) => {
    const actions = actionsOf(entity).filter((action) => may({ entity, action, on: 'any' }));
    return actions.length > 0 ? [`${entityLabels[entity]}: ${actions.map((action) => words[action]).join(', ')}`] : [];
  });
  return (
    <EmptyState
      heading="h1"
      icon={IconDoor}
      title={`Welcome, ${fullName(account) || account.email}`}
      helper={
        <>
          Your access in {organization.name} doesn’t include any menu screens. Open records from the links that
          colleagues share with you. You have access to: {allowed.join(' · ')}. If something is missing, ask the person
          who invited you.
        </>
      }
    />
  );
};

const Nothing = () => {
  useTitle('No access');
  return (
    <EmptyState
      heading="h1"
      icon={IconLockAccess}
      title="You don't have permission to access this account. Contact your organization owner if you believe this is an error."
    />
  );
};

/** For a member who holds no privilege at all, or none that opens a screen of the menu. */
export const NoAccess = () => (hasAnyPrivilege(useMember()) ? <Home /> : <Nothing />);

/** For a screen that the member may not open. */
export const PermissionDenied = () => {
  const { owner_email } = useMember().organization;
  const navigate = useNavigate();
  useTitle('Permission denied');
  // The router counts the screens of this visit; before the first of them there is nothing of ours to go back to.
  const isFirst = !history.state?.idx;
  return (
    <EmptyState
      heading="h1"
      icon={IconLock}
      title="You don't have permission to view this."
      helper={
        owner_email ? (
          <>
            To ask for access, contact the owner of your organization by email:{' '}
            <a href={`mailto:${owner_email}`}>{owner_email}</a>
          </>
        ) : (
          'To ask for access, contact the owner of your organization by email.'
        )
      }
      action={<Button onClick={() => (isFirst ? navigate('/') : navigate(-1))}>Take Me Back</Button>}
    />
  );
};
