import type { Key, Keyring } from '../kit/keyring.ts';
import { sealed, unsealed } from '../kit/secret-box.ts';

type SealedReferralKey = { organization_id: number; key_id: number; api_key: Buffer };

const purpose = 'referral system';
const placeOf = (organization_id: number) => `case_worthy_affiliations api_key ${organization_id}`;

/** The columns that hold the key by which an organization calls its referral system, encrypted for that organization alone. */
export const sealedReferralKey = (by: Key, organization_id: number, content: string) => ({
  key_id: by.id,
  api_key: sealed(by.for(purpose), Buffer.from(content), placeOf(organization_id)),
});

/** That key. Throws when what is stored was altered, or belongs to another organization. */
export const referralKey = (keys: Keyring, { organization_id, key_id, api_key }: SealedReferralKey): string =>
  unsealed(keys.find(key_id).for(purpose), api_key, placeOf(organization_id)).toString();
