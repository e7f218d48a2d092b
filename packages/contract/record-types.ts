import type { Entity } from './kit/privileges.ts';

type NounForms = { one: string; many: string };
const recordType = <const E extends Entity, const S extends NounForms>(entity: E, title: S) => ({ entity, title });

/**
 * The types of record that paths may name, once each: the entity whose privileges open them, and what one and many of
 * them are called in a sentence. What stands behind a type in the database is in the server's `access/record-types.ts`.
 */
export const recordTypes = {
  clients: recordType('clients', { one: 'person', many: 'people' }),
  client_forms: recordType('client_forms', { one: 'response', many: 'responses' }),
  forms: recordType('forms', { one: 'form', many: 'forms' }),
  fields: recordType('fields', { one: 'field', many: 'fields' }),
  sequences: recordType('forms', { one: 'sequence', many: 'sequences' }),
  internal_forms: recordType('internal_forms', { one: 'internal form', many: 'internal forms' }),
  internal_records: recordType('internal_forms', { one: 'record', many: 'records' }),
  permission_groups: recordType('permission_groups', { one: 'permission group', many: 'permission groups' }),
  data_groups: recordType('data_groups', { one: 'data group', many: 'data groups' }),
  categories: recordType('categories', { one: 'category', many: 'categories' }),
  report_definitions: recordType('report_definitions', { one: 'report', many: 'reports' }),
  affiliations: recordType('affiliations', { one: 'affiliation', many: 'affiliations' }),
  users: recordType('users', { one: 'user', many: 'users' }),
} as const satisfies Record<string, { entity: Entity; title: NounForms }>;
export type RecordType = keyof typeof recordTypes;

/** Types whose records cannot be granted one by one. */
export const ungranted = ['users', 'internal_records', 'affiliations'] as const satisfies RecordType[];
export type GrantableType = Exclude<RecordType, (typeof ungranted)[number]>;

export const isGrantable = (type: RecordType): type is GrantableType =>
  !(ungranted as readonly RecordType[]).includes(type);
