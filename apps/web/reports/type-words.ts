import {
  IconClipboardList,
  IconDatabase,
  IconHome,
  IconInbox,
  IconSettings,
  IconSum,
  IconUsers,
} from '@tabler/icons-react';
import type { ReportType, SystemTable } from '#reports/columns.ts';
import type { IconType } from '#web/ui/icon.tsx';

/** The types of report in the order in which they are offered: what they are called, and what one row of each is. */
export const typeWords: Record<ReportType, { title: string; note: string; icon: IconType }> = {
  client_forms: {
    title: 'Client forms',
    note: 'One row for each response, several forms joined by person',
    icon: IconUsers,
  },
  public_forms: { title: 'Public forms', note: 'One row for each answer from outside, one form', icon: IconInbox },
  internal_forms: { title: 'Internal forms', note: 'One row for each record of a Resource', icon: IconDatabase },
  fields: {
    title: 'Fields',
    note: 'One row for each person, the latest answer on any form',
    icon: IconClipboardList,
  },
  household: { title: 'Household', note: 'One row for each household, or for each member', icon: IconHome },
  query: { title: 'Aggregate', note: 'Counts and sums over another report', icon: IconSum },
  system: { title: 'System', note: 'Users, forms, sign-ins, changes and emails', icon: IconSettings },
};

/** What the tables of system reports are called. */
export const tableWords: Record<SystemTable, string> = {
  people: 'People',
  users: 'Users',
  permission_groups: 'Permission groups',
  forms: 'Forms',
  responses: 'Responses',
  notes: 'Notes',
  sign_ins: 'Sign-ins',
  changes: 'Changes',
  notifications: 'Notifications sent',
};
