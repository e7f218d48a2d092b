import { randomBytes } from 'node:crypto';
import type { Key, Keyring } from '../kit/keyring.ts';
import { sealed, unsealed } from '../kit/secret-box.ts';

type Place = { organization_id: number; sealed_as: string };
type SealedWebhookSecrets = Place & { key_id: number; secrets: Buffer };

/** The secret with which what a webhook is told is signed, and the one before it, where there was one. */
export type WebhookSecrets = { secret: string; former: string | null };

const purpose = 'webhooks';
const placeOf = ({ organization_id, sealed_as }: Place) => `webhooks secrets ${organization_id} ${sealed_as}`;

/** A new secret as receivers are given it: 32 bytes in base64 behind a word by which it is recognised. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The columns that hold a webhook's secrets: encrypted for its row alone. */
export const sealedWebhookSecrets = (by: Key, place: Place, secrets: WebhookSecrets) => ({
  key_id: by.id,
  secrets: sealed(by.for(purpose), Buffer.from(JSON.stringify(secrets)), placeOf(place)),
});

/** A webhook's secrets. Throws when what is stored was altered, or is another row's. */
export const webhookSecrets = (keys: Keyring, row: SealedWebhookSecrets): WebhookSecrets =>
  JSON.parse(unsealed(keys.find(row.key_id).for(purpose), row.secrets, placeOf(row)).toString()) as WebhookSecrets;
