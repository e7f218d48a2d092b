import {
  IconBuilding,
  IconBuildingCommunity,
  IconClipboardList,
  IconForms,
  IconLogout,
  IconStack2,
  IconUser,
} from '@tabler/icons-react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { type Account, useAccountQuery } from '#web/access/account.tsx';
import { templates } from '#web/access/area.ts';
import { hostOf } from '#web/access/host.ts';
import { Logo } from '#web/access/logo.tsx';
import { fullName } from '#web/kit/formats.ts';
import { type NavGroup, Shell } from '#web/ui/shell.tsx';
import { UserMenu } from '#web/ui/user-menu.tsx';
import { useOverlays } from './overlays.tsx';
import type { Places } from './palette.tsx';

const root = '/admin/organizations';

const groups: NavGroup[] = [
  { title: 'Platform', entries: [{ to: root, label: 'Organi\u00ADzations', icon: IconBuildingCommunity }] },
  {
    title: 'Templates',
    entries: [
      { to: templates.forms.root, label: templates.forms.title, icon: IconForms },
      { to: templates.fields.root, label: templates.fields.title, icon: IconClipboardList },
    ],
  },
  { title: 'Data', entries: [{ to: '/admin/jobs', label: 'Jobs', icon: IconStack2 }] },
];

const places: Places = {
  screens: groups
    .flatMap(({ entries }) => entries)
    .map((entry) => ({ ...entry, label: entry.label.replaceAll('\u00AD', '') })),
  additions: [
    { to: `${root}/new`, label: 'Add organization' },
    { to: `${templates.forms.root}/new`, label: `Add ${templates.forms.one}` },
    { to: `${templates.fields.root}/new`, label: `Add ${templates.fields.one}` },
  ],
  records: {
    isSearched: true,
    title: 'Organizations',
    icon: IconBuildingCommunity,
    page: organizationRoutes.page,
    item: ({ id, name, slug }: { id: number; name: string; slug: string }) => ({
      to: `${root}/${id}`,
      label: name,
      description: hostOf(slug),
    }),
  },
};

/** The platform team's shell, for superusers only. */
export const AdminShell = () => {
  const { data } = useAccountQuery();
  if (data && data.role !== 'superuser') return <Navigate to="/" replace />;
  return data ? <Frame account={data} /> : null;
};

const Frame = ({ account }: { account: Account }) => {
  const { pathname } = useLocation();
  const { overlays, ...openers } = useOverlays(places);
  return (
    <Shell
      tone="admin"
      brand={{ name: 'Hearth', to: root, tagline: 'Platform admin', logo: <Logo /> }}
      groups={groups.map(({ title, entries }) => ({
        title,
        entries: entries.map((entry) => ({ ...entry, current: pathname.startsWith(entry.to) })),
      }))}
      {...openers}
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
