import { randomBytes } from 'node:crypto';

/** A new key for a stored file: 160 random bits in hexadecimal, so that it tells nothing and cannot be guessed. */
export function randomKey(): string {
  return randomBytes(20).toString('hex');
}

/** Throws unless the key has the shape of `randomKey`, so that no key can lead out of the storage. */
export function checkKey(key: string): void {
  if (!/^[0-9a-f]{40}$/.test(key)) throw new TypeError('A file key is 40 hexadecimal digits.');
}
