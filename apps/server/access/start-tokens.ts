import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Key, Keyring } from '../kit/keyring.ts';

/** For how long answers may be sent that were begun with a token, in milliseconds: 30 days. */
const lifetime = 30 * 24 * 60 * 60 * 1000;

/** The public form that somebody began to fill in. */
type PublicFormReference = { organization_id: number; public_form_id: number };

const mark = (key: Key, { organization_id, public_form_id }: PublicFormReference, told: string): Buffer =>
  createHmac('sha256', key.for('public start')).update(`${organization_id} ${public_form_id} ${told}`).digest();

/** A token that proves that a public form was begun now, while it was open, and that tells this filling in from others. */
export const newStart = (keys: Keyring, begun: PublicFormReference): string => {
  const key = keys.newest();
  const told = `${key.id}.${Date.now()}.${randomBytes(16).toString('base64url')}`;
  return `${told}.${mark(key, begun, told).toString('base64url')}`;
};

/** What tells the filling in of a token from others; null for a token that is none, is another form's, or is too old. */
export const startOf = (keys: Keyring, begun: PublicFormReference, token: string): string | null => {
  const [, told = '', id, at, nonce = '', sent = ''] = /^((\d+)\.(\d+)\.([\w-]{22}))\.([\w-]{43})$/.exec(token) ?? [];
  const key = keys.all().find((one) => String(one.id) === id);
  if (!key || Date.now() - Number(at) > lifetime) return null;
  return timingSafeEqual(mark(key, begun, told), Buffer.from(sent, 'base64url')) ? nonce : null;
};
