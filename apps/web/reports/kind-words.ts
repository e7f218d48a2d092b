import {
  IconClipboardList,
  IconDatabase,
  IconHome,
  IconInbox,
  IconListCheck,
  IconSettings,
  IconSum,
  IconUsers,
} from '@tabler/icons-react';
import { type Column, isField, type ReportType, type SystemTable } from '#reports/columns.ts';
import type { IconType } from '#web/ui/icon.tsx';

/** A heading above columns that belong to no form, and which of them it takes. */
export type Heading = {
  title: string;
  of: 'person' | 'household' | 'fields' | 'report' | 'system';
  takes: (column: Column) => boolean;
};

/** What screens say of a type of report; the note says what one row is. */
type KindWords = {
  title: string;
  note: string;
  icon: IconType;
  headings: readonly Heading[];
  /** The heading of what only conditions can use. */
  conditions?: string;
  /** The choice of forms, with a note by how many of them give rows, and whether a window compares responses of one person. */
  forms?: { title: string; note: (rows: number, all: number) => string };
  option?: { key: 'include_people_without_responses' | 'all_answers' | 'per_member'; label: string; note?: string };
  /** What its only mode does. */
  mode?: string;
};

const isOfPerson = ({ field }: Column): boolean => field.startsWith('client_');

const person: Heading = { title: 'Person', of: 'person', takes: (column) => !isField(column) };
const fields: Heading = { title: 'Fields', of: 'fields', takes: isField };

const joined = (rows: number, all: number): string => {
  if (rows === 0 && all > 0) return 'One row for each person.';
  if (rows < 2)
    return all > rows
      ? 'One row for each response, with one response to each other form.'
      : 'One row for each response you can see.';
  return `${rows} forms, joined by person. The first row has the first response to each form, and so on.`;
};

const words = (title: string, note: string, icon: IconType) => ({ title, note, icon });

/** The types of report in the order in which they are offered. */
export const kindWords: Record<ReportType, KindWords> = {
  client_forms: {
    ...words('Client forms', 'One row for each response, several forms joined by person', IconUsers),
    headings: [person],
    forms: { title: 'Forms', note: joined },
    option: { key: 'include_people_without_responses', label: 'Include people without responses' },
  },
  data_quality: {
    ...words('Data quality', 'One row for each question of each response, one form', IconListCheck),
    headings: [person],
    forms: {
      title: 'Form',
      note: () => 'One row for each question that was asked in a response. You can choose only one form.',
    },
  },
  public_forms: {
    ...words('Public forms', 'One row for each public response, one form', IconInbox),
    headings: [person],
    conditions: 'Public form response',
    forms: { title: 'Forms', note: () => 'One row for each public response. You can choose only one form.' },
  },
  internal_forms: {
    ...words('Internal forms', 'One row for each record of a Resource', IconDatabase),
    headings: [],
    forms: {
      title: 'Internal forms',
      note: () => 'You can add a second form if one form picks records of the other.',
    },
  },
  fields: {
    ...words('Fields', 'One row for each person, the latest answer on any form', IconClipboardList),
    headings: [person, fields],
    option: {
      key: 'all_answers',
      label: 'All answers',
      note: 'One row for each response with an answer, instead of each person’s latest answer',
    },
  },
  household: {
    ...words('Household', 'One row for each household, or for each member', IconHome),
    headings: [
      { title: 'Household', of: 'household', takes: (column) => !isField(column) && !isOfPerson(column) },
      { title: 'Members', of: 'person', takes: isOfPerson },
      fields,
    ],
    option: {
      key: 'per_member',
      label: 'One row for each member',
      note: 'If this is off, values of members are counted or summed',
    },
  },
  query: {
    ...words('Aggregate', 'Counts and sums over another report', IconSum),
    headings: [{ title: 'Columns of the report', of: 'report', takes: () => true }],
    mode: 'Choose the columns to group by, and functions for the other columns.',
  },
  system: {
    ...words('System', 'Users, forms, sign-ins, changes and emails', IconSettings),
    headings: [{ title: 'System', of: 'system', takes: () => true }],
  },
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
