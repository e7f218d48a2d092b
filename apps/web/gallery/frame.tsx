import {
  IconBuilding,
  IconBuildingCommunity,
  IconChartBar,
  IconClipboardList,
  IconDatabase,
  IconForms,
  IconHelpCircle,
  IconHistory,
  IconLayoutDashboard,
  IconListNumbers,
  IconLogout,
  IconShieldLock,
  IconSitemap,
  IconSquareCheck,
  IconTags,
  IconUserCircle,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { type NavGroup, Shell } from '#web/ui/shell.tsx';
import { UserMenu } from '#web/ui/user-menu.tsx';

const ORGANIZATION: NavGroup[] = [
  {
    title: 'Work',
    entries: [
      { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
      { to: '/clients', label: 'People', icon: IconUsers },
      { to: '/public_responses', label: 'Public Form Responses', icon: IconClipboardList },
      { to: '/internal_form_responses', label: 'Resources', icon: IconDatabase },
      { to: '/reports', label: 'Reports', icon: IconChartBar },
    ],
  },
  {
    title: 'Build',
    entries: [
      { to: '/forms', label: 'Forms', icon: IconForms },
      { to: '/sequences', label: 'Form Sequences', icon: IconListNumbers },
      { to: '/fields', label: 'Fields', icon: IconSquareCheck },
    ],
  },
  {
    title: 'Organise',
    entries: [
      { to: '/data_groups', label: 'Data groups', icon: IconSitemap },
      { to: '/categories', label: 'Categories', icon: IconTags },
    ],
  },
  {
    title: 'Admin',
    entries: [
      { to: '/users', label: 'Users', icon: IconUserCog },
      { to: '/permissions', label: 'Permission groups', icon: IconShieldLock },
      { to: '/affiliations', label: 'Affiliations', icon: IconBuildingCommunity },
    ],
  },
];

const ADMIN: NavGroup[] = [
  {
    title: 'Platform',
    entries: [
      { to: '/', label: 'Dashboard', icon: IconLayoutDashboard },
      { to: '/organizations', label: 'Organi\u00ADzations', icon: IconBuilding },
      { to: '/users', label: 'Users', icon: IconUsers },
    ],
  },
  { title: 'Data', entries: [{ to: '/versions', label: 'Version History', icon: IconHistory }] },
];

export function Logo() {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill="var(--tide-7)" />
      <path d="M14 5.5l5 7h-10z" fill="var(--tide-0)" />
      <path d="M6 18c4-3 8 2 16-1" fill="none" stroke="var(--tide-2)" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}

export function Frame({
  at,
  admin,
  acting,
  children,
}: {
  at: string;
  admin?: boolean;
  acting?: boolean;
  children: ReactNode;
}) {
  const groups = (admin ? ADMIN : ORGANIZATION).map((group) => ({
    ...group,
    entries: group.entries.map((entry) => ({ ...entry, current: entry.to === at })),
  }));
  const name = admin ? 'Tomas Oduya' : acting ? 'Priya Nair' : 'Dana Whitlock';
  return (
    <Shell
      tone={admin ? 'admin' : 'organization'}
      brand={
        admin
          ? { name: 'Hearth', to: '/', logo: <Logo />, tagline: 'Platform admin' }
          : { name: 'Harborvale Family Services', to: '/', logo: <Logo /> }
      }
      groups={groups}
      onPalette={() => undefined}
      tools={<IconButton label="Help" icon={IconHelpCircle} />}
      acting={acting ? { name, onStop: () => undefined } : undefined}
      printNote="Confidential — printed by Dana Whitlock at 11/21/26 10:42 AM"
      user={
        <UserMenu
          name={name}
          actions={[
            { label: 'My profile', icon: IconUserCircle, to: '/myprofile' },
            { label: 'My Organization', icon: IconBuildingCommunity, to: '/myorg' },
            { label: 'Logout', icon: IconLogout, onClick: () => undefined },
          ]}
        />
      }
    >
      {children}
    </Shell>
  );
}
