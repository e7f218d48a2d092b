import type { Key, Keyring } from '../kit/keyring.ts';
import { sealed, unsealed } from '../kit/secret-box.ts';

const purpose = 'address service';
const placeOf = (organization_id: number) => `address_settings ${organization_id}`;

/** The columns that hold an organization's key at the service that suggests addresses, encrypted for it alone. */
export const sealedAddressKey = (by: Key, organization_id: number, key: string | null) => ({
  key_id: key === null ? null : by.id,
  key_sealed: key === null ? null : sealed(by.for(purpose), Buffer.from(key), placeOf(organization_id)),
});

type SealedKeyRow = { organization_id: number; key_id: number | null; key_sealed: Buffer | null };

/** That key; null where the organization gave none. Throws when what is stored was altered. */
export const addressKey = (keys: Keyring, { organization_id, key_id, key_sealed }: SealedKeyRow): string | null =>
  key_id === null || key_sealed === null
    ? null
    : unsealed(keys.find(key_id).for(purpose), key_sealed, placeOf(organization_id)).toString();
