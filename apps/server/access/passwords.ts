import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { composed } from '#contract/kit/text.ts';
import type { Tx } from '../kit/db.ts';
import { turns } from '../kit/turns.ts';
import { withdrawEmailChanges, withdrawPasswordResets } from './withdraw-links.ts';

const hashPassword = promisify(argon2);
const cost = { memory: 19_456, passes: 2, parallelism: 1 };

/** At most two hashes at a time, so that many sign-ins at once leave a core to everybody else. */
const inTurn = turns(2);

const derive = (password: string, salt: Buffer, { memory, passes, parallelism }: typeof cost) =>
  inTurn(() =>
    hashPassword('argon2id', {
      message: Buffer.from(composed(password)),
      nonce: salt,
      memory,
      passes,
      parallelism,
      tagLength: 32,
    }),
  );

const encoded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** The argon2id hash of a password, with its parameters, in the PHC string form. */
export const passwordHash = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encoded(salt)}$${encoded(tag)}`;
};

const nobody = passwordHash(randomBytes(16).toString('hex'));

/** Whether the password belongs to the hash. Without a hash it takes as long and answers false. */
export const passwordMatches = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [, , , parameters = '', salt = '', tag = ''] = (hash ?? (await nobody)).split('$');
  const [memory = 0, passes = 0, parallelism = 0] = parameters.split(',').map((one) => Number(one.slice(2)));
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), { memory, passes, parallelism });
  return expected.length === actual.length && timingSafeEqual(expected, actual) && hash !== undefined;
};

/**
 * Whether a password is still the one that was looked at, as hashing takes its time. From here on nobody changes it until
 * the transaction ends.
 */
export const isStillPassword = async (tx: Tx, user_id: number, hash: string | null): Promise<boolean> => {
  const stored = await tx
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', user_id)
    .forShare()
    .executeTakeFirst();
  return stored?.hash === hash;
};

/** Makes a hash the password of a person; links to set another, or to confirm another address, stop working. */
export const setPassword = async (tx: Tx, user_id: number, hash: string): Promise<void> => {
  await withdrawEmailChanges(tx, user_id);
  await withdrawPasswordResets(tx, user_id);
  await tx
    .insertInto('passwords')
    .values({ user_id, hash })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ hash, changed_at: eb.ref('excluded.changed_at') })),
    )
    .execute();
};
