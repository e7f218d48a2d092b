import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** A key of 32 bytes for one purpose, so that what is made for one does not open another. */
export const keyFor = (secret: string | Buffer, purpose: string): Buffer =>
  createHmac('sha256', secret).update(purpose).digest();

/**
 * Encrypts with AES-256-GCM.
 * @param place what the content belongs to; it opens only with the same
 */
export const sealed = (key: Buffer, content: Buffer, place: string): Buffer => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
};

/** What `sealed` encrypted. Throws when it was altered, or belongs to another place. */
export const unsealed = (key: Buffer, box: Buffer, place: string): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12)).setAAD(Buffer.from(place));
  decipher.setAuthTag(box.subarray(-16));
  const content = decipher.update(box.subarray(12, -16));
  // Throws unless everything is as it was; what it returns is always empty.
  decipher.final();
  return content;
};
