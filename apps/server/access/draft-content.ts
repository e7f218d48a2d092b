import type { Key, Keyring } from '../kit/keyring.ts';
import { sealed, unsealed } from '../kit/secret-box.ts';

type Place = { organization_id: number; user_id: number; key: string };
type SealedDraft = Place & { key_id: number | null; content: Buffer | null };

const purpose = 'drafts';
const placeOf = ({ organization_id, user_id, key }: Place) => `drafts content ${organization_id} ${user_id} ${key}`;

/** The columns that hold what a draft says: encrypted for its row alone. */
export const sealedDraft = (by: Key, place: Place, content: string) => ({
  key_id: by.id,
  content: sealed(by.for(purpose), Buffer.from(content), placeOf(place)),
});

/** What a draft says; null when there was an end of it. Throws when what is stored was altered, or is another row's. */
export const draftContent = (keys: Keyring, row: SealedDraft): string | null =>
  row.content === null || row.key_id === null
    ? null
    : unsealed(keys.find(row.key_id).for(purpose), row.content, placeOf(row)).toString();
