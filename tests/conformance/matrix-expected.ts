// What the specification says of access, as data. Nothing in here is read from the server: a row that the server does
// not keep is a fault of the server, or of the row that is named beside it.
import type { Action, Entity, EntityPrivileges, RecordAction } from '#contract/kit/privileges.ts';

/** How somebody comes to an action on a record. */
export type Way =
  | 'nothing'
  | 'the privilege'
  | 'a grant on the record'
  | 'a grant on another record'
  | 'a grant to their group'
  | 'ownership'
  | 'the platform team'
  | 'acting for nobody who may'
  | 'acting for who holds the privilege'
  | 'acting for who was granted the record';

/** The status of each call; of lists and pages, which records a 200 holds. */
export type Answers = {
  lists: 'all' | 'this one' | 'another one' | 403;
  show: 200 | 404;
  update: 200 | 403 | 404;
  remove: 204 | 403 | 404;
  create: 201 | 403;
};

export type Expected = Answers & { way: Way; action: Action | null; source: string };

const row = (
  way: Way,
  action: Action | null,
  source: string,
  [lists, show, update, remove, create]: [
    Answers['lists'],
    Answers['show'],
    Answers['update'],
    Answers['remove'],
    Answers['create'],
  ],
): Expected => ({ way, action, source, lists, show, update, remove, create });

/** What every entity with lists and single records answers. */
export const expected: Expected[] = [
  row('nothing', null, 'payloads Access, R5', [403, 404, 404, 404, 403]),

  row('the privilege', 'read', 'PE-10, PE-15, payloads Access', ['all', 200, 403, 403, 403]),
  row('the privilege', 'write', 'PE-16, R26', ['all', 200, 200, 403, 201]),
  row('the privilege', 'remove', 'PE-17, R26', ['all', 200, 403, 204, 403]),
  row('the privilege', 'use', 'R26: picked, not opened', [403, 404, 404, 404, 403]),

  row('a grant on the record', 'read', 'PE-11, R25, conventions Lists', ['this one', 200, 403, 403, 403]),
  row('a grant on the record', 'write', 'PE-11, R25, R26', ['this one', 200, 200, 403, 403]),
  row('a grant on the record', 'remove', 'PE-11, R25, R26', ['this one', 200, 403, 204, 403]),

  row('a grant on another record', 'read', 'PE-12, R5, R25', ['another one', 404, 404, 404, 403]),
  row('a grant on another record', 'write', 'PE-12, R5, R25', ['another one', 404, 404, 404, 403]),
  row('a grant on another record', 'remove', 'PE-12, R5, R25', ['another one', 404, 404, 404, 403]),

  row('a grant to their group', 'read', 'PE-45, R25', ['this one', 200, 403, 403, 403]),
  row('a grant to their group', 'write', 'PE-45, R25, R26', ['this one', 200, 200, 403, 403]),
  row('a grant to their group', 'remove', 'PE-45, R25, R26', ['this one', 200, 403, 204, 403]),

  row('ownership', null, 'PE-09, R25', ['all', 200, 200, 204, 201]),
  row('the platform team', null, 'PE-04, R20, R25', ['all', 200, 200, 204, 201]),

  row('acting for nobody who may', null, 'PE-03, PE-05', [403, 404, 404, 404, 403]),
  row('acting for who holds the privilege', 'read', 'PE-03, PE-05', ['all', 200, 403, 403, 403]),
  row('acting for who holds the privilege', 'write', 'PE-03, PE-05', ['all', 200, 200, 403, 201]),
  row('acting for who holds the privilege', 'remove', 'PE-03, PE-05', ['all', 200, 403, 204, 403]),
  row('acting for who holds the privilege', 'use', 'PE-03, PE-05, R26', [403, 404, 404, 404, 403]),
  row('acting for who was granted the record', 'write', 'PE-03, PE-05', ['this one', 200, 200, 403, 403]),
];

/**
 * R29b: what who has every privilege on responses may do with an answer of a restricted form, by what the form gives them.
 * Recording a new one is open to them whatever it gives.
 */
export const ofRestrictedForm: Record<RecordAction | 'nothing', Pick<Answers, 'show' | 'update' | 'remove'>> = {
  nothing: { show: 404, update: 404, remove: 404 },
  read: { show: 200, update: 403, remove: 403 },
  write: { show: 200, update: 200, remove: 403 },
  remove: { show: 200, update: 403, remove: 204 },
};

/** Entities for which `use` means something. Elsewhere it is not offered. */
export const usable: readonly Entity[] = [
  'categories',
  'data_groups',
  'forms',
  'fields',
  'report_definitions',
  'notification_messages',
  'redcap_tokens',
];

/** The actions that can be given on an entity, in the order of PE-26. */
export const offered = (entity: Entity): Action[] => [
  'read',
  'write',
  'remove',
  ...(usable.includes(entity) ? (['use'] as const) : []),
];

/** The entities of PE-24, with the labels of PE-25 where the specification gives them. */
export const named: Record<Entity, string | null> = {
  users: 'Users',
  clients: 'People',
  permission_groups: null,
  client_forms: 'Form Responses',
  forms: 'Form Structure',
  public_forms: 'Public Form Responses',
  internal_forms: 'Resources',
  fields: 'Field Structure',
  organization_accounts: 'Org Account',
  dashboards: null,
  report_definitions: 'Reports',
  notes: null,
  notification_messages: null,
  affiliations: null,
  redcap_tokens: 'REDCap API Tokens',
  data_groups: null,
  categories: null,
};

/** Entities that no route asks for yet. One that gets routes leaves this list and comes into the matrix. */
export const withoutRoutes: Entity[] = ['redcap_tokens'];

/** What else somebody needs, so that only the entity in question decides. */
export const besides: Partial<Record<Entity, EntityPrivileges>> = {
  // R29, and payloads Access: filling in a form needs clients read, and forms read or use.
  client_forms: { clients: ['read'], forms: ['use'] },
  // R27: a field is put on a form by who may use it.
  forms: { fields: ['use'] },
  // A report of people takes reading them.
  report_definitions: { clients: ['read'] },
  // A widget shows a report, for who may read that.
  dashboards: { report_definitions: ['read'] },
  // A notification is found under its form, which must be seen.
  notification_messages: { forms: ['read'] },
};

/** The organization itself has no list: every member sees it (payloads), and write changes it (section 15, number 10). */
export const organizationAccount: { action: Action | null; show: 200; update: 200 | 403 }[] = [
  { action: null, show: 200, update: 403 },
  { action: 'read', show: 200, update: 403 },
  { action: 'write', show: 200, update: 200 },
  { action: 'remove', show: 200, update: 403 },
];

type NotificationAnswers = Record<'list' | 'show' | 'history' | 'update' | 'create' | 'remove', number>;
const refused: NotificationAnswers = { list: 403, show: 403, history: 403, update: 403, create: 403, remove: 403 };
const seen: NotificationAnswers = { ...refused, list: 200, show: 200, history: 200 };
const allowed: NotificationAnswers = { ...seen, update: 200, create: 201, remove: 204 };

/** The notifications of a form that the caller may read. */
export const notifications: { way: Way; action: Action | null; source: string; answers: NotificationAnswers }[] = [
  { way: 'nothing', action: null, source: 'payloads Access', answers: refused },
  { way: 'the privilege', action: 'read', source: 'PE-15', answers: seen },
  { way: 'the privilege', action: 'write', source: 'PE-16, R26', answers: { ...allowed, remove: 403 } },
  { way: 'the privilege', action: 'remove', source: 'PE-17, R26', answers: { ...seen, remove: 204 } },
  { way: 'the privilege', action: 'use', source: 'R27: see history', answers: { ...refused, history: 200 } },
  { way: 'a grant on the record', action: 'write', source: 'payloads: no type of record', answers: refused },
  { way: 'a grant to their group', action: 'write', source: 'payloads: no type of record', answers: refused },
  { way: 'ownership', action: null, source: 'PE-09, R25', answers: allowed },
  { way: 'the platform team', action: null, source: 'PE-04, R25', answers: allowed },
  { way: 'acting for nobody who may', action: null, source: 'PE-03, PE-05', answers: refused },
  { way: 'acting for who holds the privilege', action: 'read', source: 'PE-03, PE-05', answers: seen },
];
