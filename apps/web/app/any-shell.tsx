import { Outlet } from 'react-router';
import { useAccountQuery } from '#web/access/account.tsx';
import { organizationSlug } from '#web/access/host.ts';
import { useInterrupted, useSignedIn } from '#web/access/session.ts';
import { OrganizationShell } from './organization-shell.tsx';
import { PlatformShell } from './platform-shell.tsx';
import { SignedIn } from './signed-in.tsx';

/**
 * The shell that somebody works in, around screens that are neither the organization's nor the platform's: that of the
 * organization at its address, that of the platform for its team. Nobody else has one at the platform's address.
 */
export const AnyShell = () => {
  const [isSignedIn, isInterrupted] = [useSignedIn(), useInterrupted()];
  const { data } = useAccountQuery(isSignedIn);
  if (!isSignedIn && !isInterrupted) return <Outlet />;
  if (organizationSlug !== null) return <OrganizationShell />;
  if (!data) return null;
  return data.role === 'superuser' ? <PlatformShell /> : <Outlet />;
};

/** Around a screen that is for visitors too: who is signed in passes the gate that all pass. */
export const SignedInOrNot = () => (useSignedIn() ? <SignedIn /> : <Outlet />);
