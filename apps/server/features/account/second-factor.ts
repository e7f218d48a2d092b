import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { accountRoutes } from '#contract/resources/account.ts';
import { attempted, forgive, limits } from '#server/access/rate-limits.ts';
import { hashOf } from '#server/access/tokens.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Handler, Services, SignedInContext } from '#server/kit/handlers.ts';
import { invalid, keeping, Problem } from '#server/kit/problem.ts';
import { keyFor, sealed, unsealed } from '#server/kit/secret-box.ts';
import { proveIdentity } from './prove-identity.ts';

type Config = Services['config'];
const key = ({ secret }: Config) => keyFor(secret, 'second factor');
const placeOf = (user_id: number) => `second_factors ${user_id}`;
const seconds = 30;

const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'Hearth', label, secret, algorithm: 'SHA1', digits: 6, period: seconds });

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** A code that stands in for the app once, such as `k7mp-x2fd-9rwa` (59 bits). */
const recoveryCode = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  );

const recoveryCodes = 10;

const find = (tx: Tx, user_id: number) =>
  tx.selectFrom('second_factors').selectAll().where('user_id', '=', user_id).executeTakeFirst();

/** Whether a person signs in with a code besides the password. */
export const hasSecondFactor = async (tx: Tx, user_id: number): Promise<boolean> =>
  (await find(tx, user_id))?.confirmed_at != null;

type Factor = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The time step that a code of the app belongs to, one step early or late at most; null when it is of none, or used. */
const stepOf = (config: Config, { user_id, secret, last_step }: Factor, code: string): number | null => {
  const totp = totpOf(new Secret({ buffer: new Uint8Array(unsealed(key(config), secret, placeOf(user_id))).buffer }));
  const delta = totp.validate({ token: code, window: 1 });
  if (delta === null) return null;
  const step = Math.floor(Date.now() / 1000 / seconds) + delta;
  return step > last_step ? step : null;
};

/**
 * Asks who has a second factor for its code, after the password was right: one of the app, or a recovery code. Each
 * counts once. Wrong ones are counted for the account, wherever they come from.
 */
export const requireSecondFactor = async (
  { tx, config }: { tx: Tx; config: Config },
  user_id: number,
  code: string | undefined,
): Promise<void> => {
  const factor = await find(tx, user_id);
  if (!factor?.confirmed_at) return;
  if (code === undefined) throw invalid('code', 'Enter the code from your authenticator app, or a recovery code');
  await attempted(tx, limits.secondFactor, String(user_id));
  const typed = code.replaceAll(/\s/g, '').toLowerCase();
  const step = /^\d{6}$/.test(typed) ? stepOf(config, factor, typed) : null;
  const used = hashOf(typed);
  if (step !== null)
    await tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', user_id).execute();
  else if (factor.recovery_hashes.some((hash) => used.equals(hash)))
    await sql`update second_factors set recovery_hashes = array_remove(recovery_hashes, ${used})
               where user_id = ${user_id}`.execute(tx);
  else throw keeping(invalid('code', 'This code is not right, or was used already'));
  await forgive(tx, limits.secondFactor, String(user_id));
};

/** Makes a secret for the app. It counts once a code of it was entered. */
export const beginSecondFactor: Handler<typeof accountRoutes.beginSecondFactor> = async ({ body }, context) => {
  const { tx, caller, config } = context;
  const user_id = caller.person.id;
  await proveIdentity(context, body.current_password);
  if (await hasSecondFactor(tx, user_id)) throw invalid('base', 'You have a second factor already. Remove it first');
  const secret = new Secret({ size: 20 });
  const values = { secret: sealed(key(config), Buffer.from(secret.buffer), placeOf(user_id)), last_step: 0 };
  await tx
    .insertInto('second_factors')
    .values({ user_id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return { secret: secret.base32, uri: totpOf(secret, caller.person.email).toString() };
};

export const confirmSecondFactor: Handler<typeof accountRoutes.confirmSecondFactor> = async ({ body }, context) => {
  const { tx, caller, config } = context;
  if (caller.impersonator_id) throw new Problem('forbidden');
  const user_id = caller.person.id;
  await attempted(tx, limits.secondFactor, String(user_id));
  const factor = await find(tx, user_id);
  if (!factor || factor.confirmed_at) throw invalid('base', 'Begin again: there is no second factor to confirm');
  const step = stepOf(config, factor, body.code.replaceAll(/\s/g, ''));
  if (step === null) throw keeping(invalid('code', 'This code is not right. Check the clock of your phone'));
  const codes = Array.from({ length: recoveryCodes }, recoveryCode);
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: sql`now()`, last_step: step, recovery_hashes: codes.map(hashOf) })
    .where('user_id', '=', user_id)
    .execute();
  await forgive(tx, limits.secondFactor, String(user_id));
  return { recovery_codes: codes };
};

export const removeSecondFactor: Handler<typeof accountRoutes.removeSecondFactor> = async (
  { body },
  context: SignedInContext,
) => {
  await proveIdentity(context, body.current_password);
  await context.tx.deleteFrom('second_factors').where('user_id', '=', context.caller.person.id).execute();
};
