import {
  IconClipboardList,
  IconForms,
  IconListNumbers,
  IconShieldLock,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import type { Demand, Entity } from '#contract/kit/privileges.ts';
import type { IconType } from '#web/ui/icon.tsx';

export type Entry = { to: string; label: string; icon: IconType; entity: Entity };

/** The side menu, group by group. An entry appears with read or write access to its entity. */
export const navigation: { title: string; entries: Entry[] }[] = [
  {
    title: 'Work',
    entries: [{ to: '/organization/clients', label: 'People', icon: IconUsers, entity: 'clients' }],
  },
  {
    title: 'Build',
    entries: [
      { to: '/organization/forms', label: 'Forms', icon: IconForms, entity: 'forms' },
      { to: '/organization/sequences', label: 'Form Sequences', icon: IconListNumbers, entity: 'forms' },
      { to: '/organization/fields', label: 'Fields', icon: IconClipboardList, entity: 'fields' },
    ],
  },
  {
    title: 'Admin',
    entries: [
      { to: '/organization/users', label: 'Users', icon: IconUserCog, entity: 'users' },
      {
        to: '/organization/permissions',
        label: 'Permission groups',
        icon: IconShieldLock,
        entity: 'permission_groups',
      },
    ],
  },
];

/** What opens a menu entry: reading any record of its entity, which writing implies. */
export const demandOf = ({ entity }: Entry): Demand => ({ entity, action: 'read', on: 'any' });
