import type { Tx } from '#server/kit/db.ts';
import type { FileStorage } from '#server/kit/files/storage.ts';
import type { Keyring } from '#server/kit/keyring.ts';
import type { StaffKey } from './staff.ts';

/** The transaction of the loading, in which one after the other of the staff does their part. */
export type LoadContext = {
  tx: Tx;
  storage: FileStorage;
  keys: Keyring;
  organization_id: number;
  now: Date;
  staff_ids: Record<StaffKey, number>;
  /** What is written next is this person's work in the history. */
  as: (key: StaffKey) => void;
};
