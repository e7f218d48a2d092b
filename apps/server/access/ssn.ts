import { createHmac } from 'node:crypto';
import type { Key, Keyring } from '../kit/keyring.ts';
import type { Row } from '../kit/rows.ts';
import { sealed, unsealed } from '../kit/secret-box.ts';

type Place = { organization_id: number; sealed_as: string };

const placeOf = ({ organization_id, sealed_as }: Place) => `clients ssn_suffix ${organization_id} ${sealed_as}`;

/** A hash by which equal digits are found within an organization: 48 bits, which tell ten thousand values apart. */
const hashOf = (key: Key, organization_id: number, digits: string): number =>
  createHmac('sha256', key.for('last 4 of SSN, to search'))
    .update(`${organization_id} ${digits}`)
    .digest()
    .readUIntBE(0, 6);

/** The columns that hold a person's last 4 of SSN: encrypted for their row alone, and a hash to find them by. */
export const sealedSsn = (key: Key, place: Place, digits: string) => ({
  ssn_key_id: key.id,
  ssn_sealed: sealed(key.for('last 4 of SSN'), Buffer.from(digits), placeOf(place)),
  ssn_hash: hashOf(key, place.organization_id, digits),
});

type SealedSsn = Place & Pick<Row<'clients'>, 'ssn_key_id' | 'ssn_sealed'>;

/** What was decrypted lately: the same people are listed again and again, and each cipher costs as much as a query's row. */
const decrypted = new Map<string, string>();
const maxDecrypted = 10_000;

/** A person's last 4 of SSN. Throws when what is stored was altered, or belongs to another row. */
export const ssnOf = (keys: Keyring, row: SealedSsn): string => {
  const key = keys.find(row.ssn_key_id).for('last 4 of SSN');
  const place = placeOf(row);
  const name = `${row.ssn_key_id} ${place} ${row.ssn_sealed.toString('latin1')}`;
  const known = decrypted.get(name);
  if (known !== undefined) return known;
  const digits = unsealed(key, row.ssn_sealed, place).toString();
  if (decrypted.size >= maxDecrypted) decrypted.clear();
  decrypted.set(name, digits);
  return digits;
};

/** What is stored of these digits in an organization, by whichever key. */
export const ssnHashes = (keys: Keyring, organization_id: number, digits: string): number[] =>
  keys.all().map((key) => hashOf(key, organization_id, digits));
