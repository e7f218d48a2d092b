import {
  IconArchive,
  IconBuildingBridge2,
  IconBuildingCommunity,
  IconCertificate,
  IconChartBar,
  IconClipboardList,
  IconCreditCard,
  IconDatabase,
  IconFileImport,
  IconForms,
  IconHeartHandshake,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
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

const work = {
  dashboards: {
    at: '/organization/dashboard',
    title: 'Dashboard',
    one: 'widget',
    many: 'widgets',
    icon: IconLayoutDashboard,
    entity: 'dashboards',
  },
  clients: { ...of('clients'), at: '/organization/clients', title: 'People', icon: IconUsers },
  public_forms: {
    at: '/organization/public_responses',
    title: 'Public Form Responses',
    one: 'public form',
    many: 'public forms',
    icon: IconInbox,
    entity: 'public_forms',
  },
  internal_forms: {
    ...of('internal_forms'),
    at: '/organization/internal_form_responses',
    title: 'Resources',
    icon: IconDatabase,
  },
  reports: { ...of('report_definitions'), at: '/organization/reports', title: 'Reports', icon: IconChartBar },
  referrals: {
    at: '/organization/referrals',
    title: 'DTD Referrals',
    one: 'referral',
    many: 'referrals',
    icon: IconHeartHandshake,
    entity: 'client_forms',
  },
} satisfies Record<string, Place>;

const build = {
  forms: { ...of('forms'), at: '/organization/forms', title: 'Forms', icon: IconForms },
  sequences: {
    ...of('sequences'),
    at: '/organization/sequences',
    title: 'Form Sequences',
    one: 'form sequence',
    many: 'form sequences',
    noun: recordTypes.sequences.title.one,
    icon: IconListNumbers,
  },
  fields: { ...of('fields'), at: '/organization/fields', title: 'Fields', icon: IconClipboardList },
} satisfies Record<string, Place>;

const organize = {
  data_groups: { ...of('data_groups'), at: '/organization/data_groups', title: 'Data groups', icon: IconSitemap },
  categories: { ...of('categories'), at: '/organization/categories', title: 'Categories', icon: IconTags },
} satisfies Record<string, Place>;

const admin = {
  users: { ...of('users'), at: '/organization/users', title: 'Users', icon: IconUserCog },
  permission_groups: {
    at: '/organization/permissions',
    ...of('permission_groups'),
    title: 'Permission groups',
    icon: IconShieldLock,
  },
  affiliations: {
    title: 'Affiliations',
    icon: IconBuildingBridge2,
    at: '/organization/affiliations',
    ...of('affiliations'),
  },
} satisfies Record<string, Place>;

/** The places of the side menu, group by group, in the order in which they are shown. */
export const menu = { Work: work, Build: build, Organize: organize, Admin: admin };

export const places = {
  ...work,
  ...build,
  ...organize,
  ...admin,
  report_definitions: work.reports,
  pricing_tiers: {
    at: '/admin/pricing-tiers',
    title: 'Pricing Tiers',
    one: 'pricing tier',
    many: 'pricing tiers',
    noun: 'tier',
    icon: IconCreditCard,
  },
  archived_clients: {
    at: '/admin/archived-clients',
    title: 'Archived Clients',
    one: 'archived person',
    many: 'archived people',
    icon: IconArchive,
  },
  organizations: {
    at: '/admin/organizations',
    title: 'Organizations',
    one: 'organization',
    many: 'organizations',
    icon: IconBuildingCommunity,
  },
  erasure_certificates: {
    at: '/admin/erasure-certificates',
    title: 'Certificates',
    one: 'certificate of erasure',
    many: 'certificates of erasure',
    icon: IconCertificate,
  },
  platform_users: { at: '/admin/users', title: 'Users', one: 'user', many: 'users', icon: IconUserCog },
  imports: { at: '/admin/imports', title: 'Data Imports', one: 'import', many: 'imports', icon: IconFileImport },
  versions: { at: '/admin/versions', title: 'Version History', one: 'version', many: 'versions', icon: IconHistory },
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
