import { createHash } from 'node:crypto';
import type { Key, Keyring } from '../kit/keyring.ts';
import { sealed, unsealed } from '../kit/secret-box.ts';

/** What is kept for somebody who finishes later: what they typed, their code, and where to send it. */
export type PublicDraft = { content: string; code: string; email: string | null };

type Place = { organization_id: number; code_hash: Buffer };

const purpose = 'public drafts';
const placeOf = ({ organization_id, code_hash }: Place) =>
  `public_drafts ${organization_id} ${code_hash.toString('hex')}`;

/** By what a draft is found: the code itself stands nowhere. */
export const codeHash = (organization_id: number, code: string): Buffer =>
  createHash('sha256').update(`${organization_id} ${code}`).digest();

/** The columns that hold a draft, encrypted for its code alone. */
export const sealedPublicDraft = (by: Key, place: Place, draft: PublicDraft) => ({
  key_id: by.id,
  content: sealed(by.for(purpose), Buffer.from(JSON.stringify(draft)), placeOf(place)),
});

/** What a draft holds. Throws when what is stored was altered, or is another code's. */
export const publicDraft = (keys: Keyring, row: Place & { key_id: number; content: Buffer }): PublicDraft =>
  JSON.parse(unsealed(keys.find(row.key_id).for(purpose), row.content, placeOf(row)).toString()) as PublicDraft;
