import {
  IconBuildingCommunity,
  IconChartBar,
  IconClipboardList,
  IconDatabase,
  IconForms,
  IconInbox,
  IconListNumbers,
  IconShieldLock,
  IconSitemap,
  IconTags,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import type { Entity } from '#contract/kit/privileges.ts';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import type { IconType } from '#web/ui/icon.tsx';

/**
 * Where the records of a kind are, and what they are called: what navigation, palette and router know before any screen
 * is loaded, and what leads from one feature to another.
 */
export type Place = {
  /** The address of the list. */
  at: string;
  /** The heading of the list, and the label of its menu entry. */
  title: string;
  /** In sentences and on buttons: "Add form sequence", "No form sequences". */
  one: string;
  many: string;
  /** What one is called where its kind is clear: "this sequence". Else it is `one`. */
  noun?: string;
  icon: IconType;
  /** Reading any record of this entity opens the menu entry. */
  entity?: Entity;
};

/** The words and the entity that the contract has for a type of record. */
const of = (type: RecordType) => ({ ...recordTypes[type].title, entity: recordTypes[type].entity });

const internalForms = { ...of('internal_forms'), at: '/organization/internal_form_responses' };

export const places = {
  users: { ...of('users'), at: '/organization/users', title: 'Users', icon: IconUserCog },
  fields: { ...of('fields'), at: '/organization/fields', title: 'Fields', icon: IconClipboardList },
  forms: { ...of('forms'), at: '/organization/forms', title: 'Forms', icon: IconForms },
  clients: { ...of('clients'), at: '/organization/clients', title: 'People', icon: IconUsers },
  public_forms: {
    at: '/organization/public_responses',
    title: 'Public Form Responses',
    one: 'public form',
    many: 'public forms',
    icon: IconInbox,
    entity: 'public_forms',
  },
  internal_forms: { ...internalForms, title: 'Resources', icon: IconDatabase },
  report_definitions: {
    ...of('report_definitions'),
    at: '/organization/reports',
    title: 'Reports',
    icon: IconChartBar,
  },
  sequences: {
    ...of('sequences'),
    at: '/organization/sequences',
    title: 'Form Sequences',
    one: 'form sequence',
    many: 'form sequences',
    noun: recordTypes.sequences.title.one,
    icon: IconListNumbers,
  },
  reports: { ...of('report_definitions'), at: '/organization/reports', title: 'Reports', icon: IconChartBar },
  data_groups: { ...of('data_groups'), at: '/organization/data_groups', title: 'Data groups', icon: IconSitemap },
  permission_groups: {
    ...of('permission_groups'),
    at: '/organization/permissions',
    title: 'Permission groups',
    icon: IconShieldLock,
  },
  categories: { ...of('categories'), at: '/organization/categories', title: 'Categories', icon: IconTags },
  organizations: {
    at: '/admin/organizations',
    title: 'Organizations',
    one: 'organization',
    many: 'organizations',
    icon: IconBuildingCommunity,
  },
} satisfies Record<string, Place>;

/** The fields and forms of the platform, of which organizations get copies. */
export const templatePlaces = {
  fields: {
    ...places.fields,
    at: '/admin/fields',
    title: 'Field Templates',
    one: 'field template',
    many: 'field templates',
    noun: 'field',
  },
  forms: {
    ...places.forms,
    at: '/admin/forms',
    title: 'Form Templates',
    one: 'form template',
    many: 'form templates',
    noun: 'form',
  },
} satisfies Record<string, Place>;

/** What one record is called in a sentence: "sequence". */
export const nounIn = ({ noun, one }: Place): string => noun ?? one;
