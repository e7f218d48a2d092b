import type { Entity } from '#contract/kit/privileges.ts';
import { type RecordType, recordTypes } from '#contract/resources/records.ts';
import { nounIn, type Place, places } from './places.ts';

/** A type of record that can be given to users and groups one by one. */
export type GrantableType = Exclude<RecordType, 'users'>;

/** The record whose access is shown or changed. */
export type AccessRecord = {
  type: GrantableType;
  id: number;
  /** As people know it: "Housing Intake, 11/18/26 10:42 AM. Ana M. Rivera". */
  name: string;
};

const entityPlaces: Partial<Record<Entity, Place>> = places;

/** What one record of an entity is called in a sentence: "person". */
export const nounOf = (entity: Entity): string => {
  const place = entityPlaces[entity];
  if (place) return nounIn(place);
  return entity === 'client_forms' ? 'response' : 'record';
};

/** The same for a type of record: "sequence". */
export const nounOfType = (type: GrantableType): string =>
  type === 'sequences' ? nounIn(places.sequences) : nounOf(recordTypes[type]);

/** "a", "a and b", "a, b and c". */
export const listed = (parts: string[], last = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
