import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Key, Keyring } from '../kit/keyring.ts';
import { keyFor } from '../kit/secret-box.ts';
import { sealedSsn, ssnHashes, ssnOf } from './ssn.ts';

const newKey = (id: number): Key => {
  const content = randomBytes(32);
  return { id, for: (purpose) => keyFor(content, purpose) };
};
const [older, newer] = [newKey(2), newKey(3)];
const keys = {
  newest: () => newer,
  all: () => [newer, older],
  find: (id: number) => (id === 3 ? newer : older),
} as Keyring;

const place = { organization_id: 7, sealed_as: randomUUID() };
const row = { ...place, ...sealedSsn(newer, place, '4321') };

describe('an encrypted last 4 of SSN', () => {
  test.each([
    ['in another row', { sealed_as: randomUUID() }],
    ['in another organization', { organization_id: 8 }],
    ['under another key', { ssn_key_id: older.id }],
    [
      'with another’s content',
      { ssn_sealed: sealedSsn(newer, { ...place, sealed_as: randomUUID() }, '4321').ssn_sealed },
    ],
    ['cut off', { ssn_sealed: row.ssn_sealed.subarray(0, -1) }],
  ])('does not open %s', (_, change) => {
    expect(() => ssnOf(keys, { ...row, ...change })).toThrow();
  });

  test('opens in its own, whichever key it was encrypted with, and looks different each time', () => {
    const again = { ...place, ...sealedSsn(older, place, '4321') };
    expect([ssnOf(keys, row), ssnOf(keys, again)]).toEqual(['4321', '4321']);
    expect(sealedSsn(newer, place, '4321').ssn_sealed).not.toEqual(row.ssn_sealed);
  });

  test('is found by its digits, in its own organization and by each key alone', () => {
    const found = ssnHashes(keys, 7, '4321');
    expect(found).toContainEqual(row.ssn_hash);
    expect(found).toContainEqual(sealedSsn(older, place, '4321').ssn_hash);
    expect(ssnHashes(keys, 8, '4321')).not.toContainEqual(row.ssn_hash);
    expect(ssnHashes(keys, 7, '4322')).not.toContainEqual(row.ssn_hash);
    const withTheSealingKey = createHmac('sha256', newer.for('last 4 of SSN')).update('7 4321').digest();
    expect(withTheSealingKey.readUIntBE(0, 6)).not.toBe(row.ssn_hash);
  });
});
