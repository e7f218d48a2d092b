import type { Entity } from '#contract/kit/privileges.ts';
import { type RecordType, recordTypes } from '#contract/resources/records.ts';

/** A type of record that can be given to users and groups one by one. */
export type GrantableType = Exclude<RecordType, 'users'>;

/** The record whose access is shown or changed. */
export type AccessRecord = {
  type: GrantableType;
  id: number;
  /** As people know it: "Housing Intake, 11/18/26 10:42 AM. Ana M. Rivera". */
  name: string;
};

const nouns: Partial<Record<Entity, string>> = {
  clients: 'person',
  client_forms: 'response',
  forms: 'form',
  fields: 'field',
  permission_groups: 'permission group',
};

/** What one record of an entity is called in a sentence: "person". */
export const nounOf = (entity: Entity): string => nouns[entity] ?? 'record';

/** The same for a type of record: "sequence". */
export const nounOfType = (type: GrantableType): string =>
  type === 'sequences' ? 'sequence' : nounOf(recordTypes[type]);

/** "a", "a and b", "a, b and c". */
export const listed = (parts: string[], last = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
