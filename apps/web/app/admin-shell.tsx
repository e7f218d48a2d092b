import { IconBuilding, IconLayoutDashboard, IconLogout, IconStack2, IconUser } from '@tabler/icons-react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { type Account, useAccountQuery } from '#web/access/account.tsx';
import { Logo } from '#web/access/logo.tsx';
import { type Place, places, templatePlaces } from '#web/access/places.ts';
import { fullName } from '#web/kit/formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import { type NavGroup, Shell, ShellWaiting } from '#web/ui/shell.tsx';
import { UserMenu } from '#web/ui/user-menu.tsx';
import { palettes, useOverlays } from './overlays.tsx';
import { useStanding } from './standing.tsx';

const { organizations, platform_users, archived_clients, pricing_tiers, erasure_certificates } = places;
const templates = [templatePlaces.forms, templatePlaces.fields];

const entryOf = ({ at, title, icon }: Place) => ({ to: at, label: title, icon });

const groups: NavGroup[] = [
  {
    title: 'Platform',
    entries: [
      { to: '/admin/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
      { ...entryOf(organizations), label: 'Organizations' },
      ...[platform_users, archived_clients, pricing_tiers, erasure_certificates].map(entryOf),
    ],
  },
  { title: 'Templates', entries: templates.map(entryOf) },
  {
    title: 'Data',
    entries: [
      entryOf(places.imports),
      entryOf(places.versions),
      { to: '/admin/jobs', label: 'Jobs', icon: IconStack2 },
    ],
  },
];

/** The platform team's shell, for superusers only. */
export const AdminShell = () => {
  const { data } = useAccountQuery();
  if (data && data.role !== 'superuser') return <Navigate to="/" replace />;
  return data ? <Frame account={data} /> : <ShellWaiting label="Loading your account" />;
};

/** Who runs the platform opens every organization: more than a password should protect that. */
const Urged = () => (
  <Banner action={{ label: 'Set up two-step verification', to: '/myprofile' }}>
    Two-step verification is off. Your account can open every organization, so a password isn’t enough.
  </Banner>
);

const Frame = ({ account }: { account: Account }) => {
  const { pathname } = useLocation();
  const { overlays, ...openers } = useOverlays(palettes.admin);
  const standing = useStanding();
  return (
    <Shell
      tone="admin"
      brand={{ name: 'Hearth', to: organizations.at, tagline: 'Platform admin', logo: <Logo /> }}
      groups={groups.map(({ title, entries }) => ({
        title,
        entries: entries.map((entry) => ({ ...entry, current: pathname.startsWith(entry.to) })),
      }))}
      {...openers}
      notice={standing || (!account.second_factor && <Urged />)}
      user={
        <UserMenu
          name={fullName(account) || account.email}
          actions={[
            { label: 'My profile', icon: IconUser, to: '/myprofile' },
            { label: 'Choose account', icon: IconBuilding, to: '/select_account' },
            { label: 'Logout', icon: IconLogout, to: '/logout' },
          ]}
        />
      }
    >
      <Outlet />
      {overlays}
    </Shell>
  );
};
