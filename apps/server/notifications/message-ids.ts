import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key, Keyring } from '#server/kit/keyring.ts';

/** Which message a mail is: counted on when somebody sends it again, so that readers see it again. */
export type MessageKey = { organization_id: number; id: number; lock_version: number };

const namesOf = ({ organization_id, id, lock_version }: MessageKey) => `${organization_id}-${id}-${lock_version}`;

const markOf = (key: Key, names: string): string =>
  createHmac('sha256', key.for('message ids')).update(names).digest('hex').slice(0, 32);

/**
 * The id under which a message is sent. Its mark is known to nobody but who sent the mail and who was sent it, so that
 * a bounce which quotes it comes from there.
 */
export const messageIdOf = (keys: Keyring, message: MessageKey): string => {
  const names = namesOf(message);
  return `notification-${names}-${markOf(keys.newest(), names)}`;
};

/** A mail that came back quotes one; of so many at most the mark is worked out. */
const maxQuoted = 20;

/** The message whose id stands in a mail that came back; null when none does that was sent from here. */
export const messageIn = (keys: Keyring, text: string): MessageKey | null => {
  const quoted = text.matchAll(/\bnotification-(\d{1,16}-\d{1,16}-\d{1,9})-([0-9a-f]{32})@/g).take(maxQuoted);
  for (const [, names = '', mark = ''] of quoted) {
    if (!keys.all().some((key) => timingSafeEqual(Buffer.from(markOf(key, names)), Buffer.from(mark)))) continue;
    const [organization_id = 0, id = 0, lock_version = 0] = names.split('-').map(Number);
    return { organization_id, id, lock_version };
  }
  return null;
};
