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

const type = (title: string, note: string, icon: IconType) => ({ title, note, icon });

/** The types of report in the order in which they are offered: what they are called, and what one row of each is. */
export const typeWords: Record<ReportType, { title: string; note: string; icon: IconType }> = {
  client_forms: type('Client forms', 'One row for each response, several forms joined by person', IconUsers),
  public_forms: type('Public forms', 'One row for each answer from outside, one form', IconInbox),
  internal_forms: type('Internal forms', 'One row for each record of a Resource', IconDatabase),
  fields: type('Fields', 'One row for each person, the latest answer on any form', IconClipboardList),
  household: type('Household', 'One row for each household, or for each member', IconHome),
  query: type('Aggregate', 'Counts and sums over another report', IconSum),
  system: type('System', 'Users, forms, sign-ins, changes and emails', IconSettings),
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
