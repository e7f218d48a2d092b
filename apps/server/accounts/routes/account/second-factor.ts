import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { accountRoutes } from '#contract/resources/account.ts';
import { mustHaveSecondFactor } from '#server/access/demands.ts';
import { attempted, forgive, limits } from '#server/access/rate-limits.ts';
import { giveNotice } from '#server/access/security-notice.ts';
import { hashOf } from '#server/access/tokens.ts';
import { sealedSecret, secretOf } from '#server/access/totp-secrets.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Handler, SignedInContext } from '#server/kit/handlers.ts';
import type { Keyring } from '#server/kit/keyring.ts';
import { invalid, keeping, Problem } from '#server/kit/problem.ts';
import { proveIdentity } from './prove-identity.ts';

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

/** The second factor that a person signs in with, or is about to set up; held until the transaction ends. */
const held = (tx: Tx, user_id: number) =>
  tx.selectFrom('second_factors').selectAll().where('user_id', '=', user_id).forUpdate().executeTakeFirst();

/** Whether a person signs in with a code besides the password. */
export const hasSecondFactor = async (tx: Tx, user_id: number): Promise<boolean> => {
  const factor = await tx
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return factor !== undefined;
};

/** The time step that a code of the app belongs to, one step early or late at most; null when it is of none. */
const stepOf = (secret: Buffer, code: string): number | null => {
  const totp = totpOf(new Secret({ buffer: new Uint8Array(secret).buffer }));
  const delta = totp.validate({ token: code, window: 1 });
  return delta === null ? null : Math.floor(Date.now() / 1000 / seconds) + delta;
};

/** How a code is compared: without the spaces that apps show in it, and in small letters. */
const typedCode = (code: string) => code.replaceAll(/\s/g, '').toLowerCase();

/**
 * Uses a code up: one of the app, or a recovery code. Each counts once, however many come at the same time.
 * @returns whether it was good
 */
export const spendCode = async (
  { tx, keys }: { tx: Tx; keys: Keyring },
  user_id: number,
  code: string,
): Promise<boolean> => {
  const factor = await held(tx, user_id);
  if (!factor?.confirmed_at) return false;
  const typed = typedCode(code);
  const step = /^\d{6}$/.test(typed) ? stepOf(secretOf(keys, factor), typed) : null;
  const of = tx.updateTable('second_factors').where('user_id', '=', user_id);
  const hash = hashOf(typed);
  const { numUpdatedRows } = await (step !== null
    ? of.set({ last_step: step }).where('last_step', '<', step)
    : of
        .set({ recovery_hashes: sql`array_remove(recovery_hashes, ${hash})` })
        .where(sql<boolean>`${hash} = any (recovery_hashes)`)
  ).executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/**
 * Asks who has a second factor for its code, after the password was right. Wrong ones are counted for the account,
 * wherever they come from.
 * @returns whether there is one
 */
export const requireSecondFactor = async (
  context: { tx: Tx; keys: Keyring },
  user_id: number,
  code: string | undefined,
): Promise<boolean> => {
  const { tx } = context;
  if (!(await hasSecondFactor(tx, user_id))) return false;
  if (code === undefined) throw invalid('code', 'Enter the code from your authenticator app, or a recovery code');
  await attempted(tx, limits.secondFactor, String(user_id));
  if (!(await spendCode(context, user_id, code)))
    throw keeping(invalid('code', 'This code is wrong or was already used'));
  await forgive(tx, limits.secondFactor, String(user_id));
  return true;
};

/** Makes a secret for the app. It counts once a code of it was entered; until then the one before it does. */
export const beginSecondFactor: Handler<typeof accountRoutes.beginSecondFactor> = async ({ body }, context) => {
  const { tx, caller, keys } = context;
  const user_id = caller.person.id;
  await proveIdentity(context, body.current_password);
  const isReplacement = await requireSecondFactor(context, user_id, body.code);
  const secret = new Secret({ size: 20 });
  const pending = sealedSecret(keys.newest(), user_id, Buffer.from(secret.buffer));
  const values = { pending_secret: pending.secret, pending_key_id: pending.key_id };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('second_factors')
    .values({ user_id, ...values })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(values)
        // One that was confirmed meanwhile is replaced with a code of it only.
        .where('second_factors.confirmed_at', isReplacement ? 'is not' : 'is', null),
    )
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new Problem('conflict');
  return { secret: secret.base32, uri: totpOf(secret, caller.person.email).toString() };
};

export const confirmSecondFactor: Handler<typeof accountRoutes.confirmSecondFactor> = async ({ body }, context) => {
  const { tx, caller, keys } = context;
  if (caller.impersonator_id) throw new Problem('forbidden');
  const user_id = caller.person.id;
  await attempted(tx, limits.secondFactor, String(user_id));
  const factor = await held(tx, user_id);
  if (!factor?.pending_secret) throw invalid('base', 'There is no authenticator app to confirm. Start again.');
  const { pending_secret: secret, pending_key_id: key_id } = factor;
  const step = stepOf(secretOf(keys, { user_id, key_id, secret }), typedCode(body.code));
  if (step === null) throw keeping(invalid('code', 'This code is wrong. Check the clock on your phone.'));
  const codes = Array.from({ length: recoveryCodes }, recoveryCode);
  await tx
    .updateTable('second_factors')
    .set({
      secret,
      key_id,
      pending_secret: null,
      pending_key_id: null,
      confirmed_at: sql`now()`,
      last_step: step,
      recovery_hashes: codes.map(hashOf),
    })
    .where('user_id', '=', user_id)
    .execute();
  await forgive(tx, limits.secondFactor, String(user_id));
  await giveNotice(context, user_id, factor.confirmed_at ? 'second_factor_replaced' : 'second_factor_added');
  return { recovery_codes: codes };
};

/** Takes the password and a code: neither who knows the one nor who found the phone may do it alone. */
export const removeSecondFactor: Handler<typeof accountRoutes.removeSecondFactor> = async (
  { body },
  context: SignedInContext,
) => {
  const { tx, caller } = context;
  if (mustHaveSecondFactor(context, caller))
    throw new Problem('forbidden', {
      base: ['Your account requires two-step verification. Set up another method first.'],
    });
  await proveIdentity(context, body.current_password);
  await requireSecondFactor(context, caller.person.id, body.code);
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', caller.person.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows) await giveNotice(context, caller.person.id, 'second_factor_removed');
};
