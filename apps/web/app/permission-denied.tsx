import { IconLock } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useMember } from '#web/access/account.tsx';
import { useTitle } from '#web/kit/title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

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
