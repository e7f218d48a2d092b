import { IconBuilding, IconBuildingCommunity, IconLogout, IconStack2, IconUser } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import {
  hasAnyPrivilege,
  MemberProvider,
  useAccountQuery,
  useMay,
  useMember,
  useOrganizationQuery,
  useZone,
} from '#web/access/account.tsx';
import { organizationSlug } from '#web/access/host.ts';
import { actingName, useActingInHeader, useImpersonation } from '#web/access/impersonation.tsx';
import { Logo } from '#web/access/logo.tsx';
import type { Impersonation } from '#web/access/session.ts';
import { ApiError } from '#web/kit/api.ts';
import { fullName } from '#web/kit/formats.ts';
import { RecordContributionsProvider } from '#web/screens/record-contributions.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Shell, ShellWaiting } from '#web/ui/shell.tsx';
import { UserMenu } from '#web/ui/user-menu.tsx';
import { LaterBell } from './later-bell.tsx';
import { menuOf } from './navigation.ts';
import css from './organization-shell.module.css';
import { palettes, useOverlays } from './overlays.tsx';
import { restBefore } from './preload.ts';
import { usePrinted } from './printed.ts';
import { recordContributions } from './record-contributions.tsx';
import { useStanding } from './standing.tsx';
import { WrongAddress } from './wrong-address.tsx';

/** The shell of an organization: who is in it, and what they may open. */
export const OrganizationShell = () => {
  const account = useAccountQuery();
  const organization = useOrganizationQuery(organizationSlug !== null);
  if (organizationSlug === null) return <Navigate to="/select_account" replace />;
  if (organization.error instanceof ApiError && organization.error.status === 404)
    return account.data?.role === 'superuser' ? <Navigate to="/admin/organizations" replace /> : <WrongAddress />;
  // A reload that fails leaves the page as it is: what was typed there must not go with it.
  if (organization.isError && !organization.data)
    return <LoadFailed title="Could not load the organization." onRetry={() => void organization.refetch()} />;
  if (!account.data || !organization.data) return <ShellWaiting label="Loading the organization" />;
  return (
    <MemberProvider member={{ account: account.data, organization: organization.data }}>
      <Frame />
    </MemberProvider>
  );
};

const Frame = () => {
  const member = useMember();
  const { account, organization } = member;
  const acting = useImpersonation();
  const name = fullName(account) || account.email;
  const printed = usePrinted(organization.name, acting?.by ? `${acting.by} as ${name}` : name, useZone());
  const isOwn = acting === null;
  useEffect(() => {
    if (!isOwn) return;
    const send = async () => (await import('#web/access/drafts/kept-drafts.ts')).sendKept(account.id);
    // Not with the first load: what is on this device has waited already.
    const resting = setTimeout(() => void send().catch(() => {}), restBefore);
    return () => clearTimeout(resting);
  }, [isOwn, account.id]);
  const inHeader = useActingInHeader();
  const { pathname } = useLocation();
  const may = useMay();
  const standing = useStanding();
  const groups = menuOf(member, may);
  const { overlays, tools, ...openers } = useOverlays(palettes.organization);
  // One's own profile and the choice of another organization are there for everybody.
  const isOfOrganization = /^\/(organization|myorg)\b/.test(pathname);
  if (!hasAnyPrivilege(member) && isOfOrganization && pathname !== '/organization/noaccess')
    return <Navigate to="/organization/noaccess" replace />;
  return (
    <Shell
      brand={{
        name: organization.name,
        to: '/',
        logo: organization.logo ? <img className={css.logo} src={organization.logo} alt="" /> : <Logo />,
      }}
      staff={organization.role === 'superuser' && !acting ? 'Platform' : undefined}
      groups={groups.map(({ title, entries }) => ({
        title,
        entries: entries.map(({ to, label, icon }) => ({ to, label, icon, current: pathname.startsWith(to) })),
      }))}
      {...openers}
      tools={
        <>
          {isOwn && <LaterBell />}
          {tools}
        </>
      }
      notice={standing}
      {...(inHeader ? { acting: inHeader } : {})}
      user={
        <UserMenu
          name={name}
          {...(acting ? { note: <WhoIsWho acting={acting} /> } : {})}
          actions={[
            ...(account.organizations.length > 1 && !acting
              ? [{ label: 'Choose account', icon: IconBuilding, to: '/select_account' }]
              : []),
            { label: 'My profile', icon: IconUser, to: '/myprofile' },
            { label: 'Background work', icon: IconStack2, to: '/organization/jobs' },
            ...(may(organizationAccountRoutes.changeOrganizationAccount)
              ? [{ label: 'My Organization', icon: IconBuildingCommunity, to: '/myorg' }]
              : []),
            { label: 'Logout', icon: IconLogout, to: '/logout' },
          ]}
        />
      }
      printHead={{ name: organization.name, note: `Printed ${printed.at}` }}
      printNote={printed.note}
    >
      <RecordContributionsProvider contributions={recordContributions}>
        <Outlet />
      </RecordContributionsProvider>
      {overlays}
    </Shell>
  );
};

/** For whom one acts, and who one really is. */
const WhoIsWho = ({ acting }: { acting: Impersonation }) => (
  <>
    Acting as <b>{actingName(acting)}</b>
    <br />
    Signed in as <b>{acting.by ?? 'yourself'}</b>
  </>
);
