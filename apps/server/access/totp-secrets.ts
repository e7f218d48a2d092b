import type { Key, Keyring } from '../kit/keyring.ts';
import { sealed, unsealed } from '../kit/secret-box.ts';

const placeOf = (user_id: number) => `second_factors ${user_id}`;

/** The columns that hold the secret of a person's authenticator app, encrypted for that person alone. */
export const sealedSecret = (key: Key, user_id: number, content: Buffer) => ({
  key_id: key.id,
  secret: sealed(key.for('second factor'), content, placeOf(user_id)),
});

type SealedTotpSecret = { user_id: number; key_id: number | null; secret: Buffer | null };

/** The secret of a person's authenticator app. Throws when the row holds none. */
export const secretOf = (keys: Keyring, { user_id, key_id, secret }: SealedTotpSecret): Buffer => {
  if (key_id === null || secret === null) throw new Error(`User ${user_id} has no second factor`);
  return unsealed(keys.find(key_id).for('second factor'), secret, placeOf(user_id));
};

/** What an earlier version encrypted with SECRET itself. */
export const secretBeforeKeys = (key: Buffer, user_id: number, content: Buffer): Buffer =>
  unsealed(key, content, placeOf(user_id));
