import { randomBytes } from 'node:crypto';

/** Digits and letters of which none is taken for another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random code that people read out and write down, such as 7K2F-M9QX: so many groups of four, 20 bits each. */
export const newCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    [...randomBytes(4)].map((byte) => alphabet[byte % alphabet.length]).join(''),
  ).join('-');

/** A code as it was given, however it is typed. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/(.{4})(?=.)/g, '$1-');
