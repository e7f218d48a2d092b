import type { EntityPrivileges, RecordAction } from '#contract/kit/privileges.ts';

type Group = {
  default?: boolean;
  privileges: EntityPrivileges;
  record_permission_assignments?: EntityPrivileges;
};

const all: RecordAction[] = ['read', 'write', 'remove'];

/** What the people of the organization may do, by the name of their group. */
export const groups = {
  'Case managers': {
    privileges: {
      clients: ['read', 'write'],
      client_forms: all,
      forms: ['read', 'use'],
      fields: ['read'],
      internal_forms: ['read'],
      notes: all,
      public_forms: ['read', 'write'],
      report_definitions: ['read'],
      dashboards: ['read'],
      data_groups: ['use'],
      categories: ['use'],
    },
    record_permission_assignments: { clients: ['read', 'write'], client_forms: ['read', 'write'] },
  },
  'Shelter night staff': {
    privileges: { client_forms: ['read', 'write'], forms: ['use'], internal_forms: ['read'] },
    record_permission_assignments: { client_forms: ['read', 'write'] },
  },
  'Intake volunteers': {
    default: true,
    privileges: { clients: ['read', 'write'], client_forms: ['read', 'write'], forms: ['use'], categories: ['use'] },
  },
  'Program leads': {
    privileges: {
      users: ['read', 'write'],
      permission_groups: ['read'],
      clients: all,
      client_forms: all,
      forms: [...all, 'use'],
      fields: [...all, 'use'],
      internal_forms: all,
      public_forms: all,
      notes: all,
      report_definitions: [...all, 'use'],
      dashboards: all,
      data_groups: [...all, 'use'],
      categories: [...all, 'use'],
    },
  },
  'Data and reporting': {
    privileges: {
      clients: ['read'],
      client_forms: ['read'],
      public_forms: ['read'],
      forms: ['read', 'use'],
      fields: ['read'],
      report_definitions: [...all, 'use'],
      dashboards: all,
    },
  },
  'Board, read only': {
    privileges: { dashboards: ['read'], report_definitions: ['read'], organization_accounts: ['read'] },
  },
  'County liaison': { privileges: { client_forms: ['read'] } },
} satisfies Record<string, Group>;
export type GroupName = keyof typeof groups;

export type Worker = {
  first_name: string;
  last_name: string;
  password: string;
  /** As the console names the sign-in. */
  role: string;
  isAdmin: boolean;
  groups: GroupName[];
  /** How many days ago they joined, and how many minutes before the loading they were last seen. */
  joined: number;
  seen: number | null;
  /** A newcomer has the confidentiality agreement still to accept. */
  agreed: boolean;
};

/** Who works here; the first is the owner. */
export const staff = {
  marisol: {
    first_name: 'Marisol',
    last_name: 'Quint',
    password: 'lantern-orbit-velvet-31',
    role: 'Owner',
    isAdmin: true,
    groups: [],
    joined: 1021,
    seen: 4310,
    agreed: true,
  },
  curtis: {
    first_name: 'Curtis',
    last_name: 'Bell',
    password: 'copper-kettle-harvest-58',
    role: 'Program lead',
    isAdmin: true,
    groups: ['Program leads'],
    joined: 1003,
    seen: 131,
    agreed: true,
  },
  dana: {
    first_name: 'Dana',
    last_name: 'Whitlock',
    password: 'willow-pencil-thunder-24',
    role: 'Case manager',
    isAdmin: false,
    groups: ['Case managers'],
    joined: 965,
    seen: 18,
    agreed: true,
  },
  priya: {
    first_name: 'Priya',
    last_name: 'Nair',
    password: 'maple-compass-ribbon-67',
    role: 'Case manager',
    isAdmin: false,
    groups: ['Case managers'],
    joined: 512,
    seen: 55,
    agreed: true,
  },
  omar: {
    first_name: 'Omar',
    last_name: 'Haddad',
    password: 'pebble-saddle-orchard-93',
    role: 'Intake volunteer',
    isAdmin: false,
    groups: ['Intake volunteers'],
    joined: 760,
    seen: 1574,
    agreed: true,
  },
  iris: {
    first_name: 'Iris',
    last_name: 'Castellano',
    password: 'walnut-glacier-button-46',
    role: 'Data and reporting',
    isAdmin: false,
    groups: ['Data and reporting'],
    joined: 388,
    seen: 2960,
    agreed: true,
  },
  femi: {
    first_name: 'Femi',
    last_name: 'Oyelaran',
    password: 'violet-anchor-puddle-72',
    role: 'New volunteer, agreement to accept',
    isAdmin: false,
    groups: ['Shelter night staff'],
    joined: 3,
    seen: null,
    agreed: false,
  },
} satisfies Record<string, Worker>;
export type StaffKey = keyof typeof staff;

export const staffKeys = Object.keys(staff) as StaffKey[];

/** The address that somebody signs in with. */
export const emailOf = ({ first_name, last_name }: Worker): string =>
  `${first_name}.${last_name}@harborvale.example`.toLowerCase();
