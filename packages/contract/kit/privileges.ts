import { z } from 'zod';

/** The things that a permission group may open, with the words that screens show for them. */
export const entityLabels = {
  users: 'Users',
  clients: 'People',
  permission_groups: 'Permission Groups',
  client_forms: 'Form Responses',
  forms: 'Form Structure',
  public_forms: 'Public Form Responses',
  internal_forms: 'Resources',
  fields: 'Field Structure',
  organization_accounts: 'Org Account',
  dashboards: 'Dashboards',
  report_definitions: 'Reports',
  notes: 'Notes',
  notification_messages: 'Notification Messages',
  affiliations: 'Affiliations',
  redcap_tokens: 'REDCap API Tokens',
  data_groups: 'Data Groups',
  categories: 'Categories',
} as const;

export type Entity = keyof typeof entityLabels;
export const entities = Object.keys(entityLabels) as Entity[];
export const entity = z.enum(entities);

export const actions = ['read', 'write', 'remove', 'use'] as const;
export type Action = (typeof actions)[number];
export const action = z.enum(actions);

/** The actions that may be granted on one record; `use` is a matter of the whole entity. */
export const recordActions = ['read', 'write', 'remove'] as const;
export type RecordAction = (typeof recordActions)[number];

/** Entities for which `use` (pick it elsewhere without opening it) means something. */
const usable: ReadonlySet<Entity> = new Set([
  'categories',
  'data_groups',
  'forms',
  'fields',
  'report_definitions',
  'notification_messages',
  'redcap_tokens',
]);

/** The actions that the permission matrix offers for an entity. */
export const actionsOf = (name: Entity): readonly Action[] => (usable.has(name) ? actions : recordActions);

export const entityPrivileges = z.partialRecord(entity, z.array(action));
export type EntityPrivileges = z.output<typeof entityPrivileges>;

export const privileges = z.object({
  entity_privileges: entityPrivileges,
  record_privileges: z.partialRecord(entity, z.record(z.string(), z.array(action))),
});
export type Privileges = z.output<typeof privileges>;

/** What one must hold: on the whole entity, on any one record of it, or on the record in question. */
export type Demand = { entity: Entity; action: Action; on: 'entity' | 'any' | 'record' };

/** The held actions that satisfy a wanted one: write and remove each imply read. */
export const satisfying = (wanted: Action): readonly Action[] =>
  wanted === 'read' ? ['read', 'write', 'remove'] : [wanted];

/** Whether a list of held actions satisfies the wanted one. */
export const satisfies = (held: readonly Action[] | undefined, wanted: Action): boolean =>
  !!held && satisfying(wanted).some((one) => held.includes(one));

export type Holder = { everything: boolean; privileges: Privileges };

/**
 * Whether somebody meets a demand. The server decides the same with SQL scopes; this is for menus and buttons.
 * @param recordId the record in question, for a demand on a record
 */
export const meets = ({ everything, privileges: held }: Holder, demand: Demand, recordId?: number): boolean => {
  if (everything || satisfies(held.entity_privileges[demand.entity], demand.action)) return true;
  const records = held.record_privileges[demand.entity] ?? {};
  if (demand.on === 'any') return Object.values(records).some((one) => satisfies(one, demand.action));
  return demand.on === 'record' && recordId !== undefined && satisfies(records[recordId], demand.action);
};
