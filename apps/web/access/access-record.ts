import type { Entity } from '#contract/kit/privileges.ts';
import { type GrantableType, type RecordType, recordTypes } from '#contract/record-types.ts';

/** The record whose access is shown or changed. */
export type AccessRecord = {
  type: GrantableType;
  id: number;
  /** As people know it: "Housing Intake, 11/18/26 10:42 AM. Ana M. Rivera". */
  name: string;
};

/** What one record of an entity is called in a sentence: "person". */
export const nounOf = (entity: Entity): string =>
  Object.values(recordTypes).find((type) => type.entity === entity)?.title.one ?? 'record';

/** The same for a type of record: "sequence". */
export const nounOfType = (type: RecordType): string => recordTypes[type].title.one;

/** "a", "a and b", "a, b and c". */
export const listed = (parts: string[], last = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
