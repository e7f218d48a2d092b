import { sql } from 'kysely';
import type { z } from 'zod';
import { byPath } from '#contract/kit/issues.ts';
import type { accountRoutes } from '#contract/resources/account.ts';
import { lacksSecondFactor, mustHaveSecondFactor } from '#server/access/demands.ts';
import { passwordIssues } from '#server/access/password-rules.ts';
import { passwordHash, setPassword } from '#server/access/passwords.ts';
import { giveNotice } from '#server/access/security-notice.ts';
import { endSessions } from '#server/access/sessions.ts';
import type { Tx } from '#server/kit/db.ts';
import type { CheckedHandler, Handler, SignedInContext } from '#server/kit/handlers.ts';
import { invalid, keeping, Problem, refuse } from '#server/kit/problem.ts';
import { pendingChange, requestEmailChange } from './email-changes.ts';
import { type AccountOrganization, organizationsOf } from './organizations-of.ts';
import { proveIdentity } from './prove-identity.ts';
import { hasSecondFactor } from './second-factor.ts';

/**
 * The account as its owner sees it. Who acts in their place sees what concerns the one organization that they act in:
 * where else somebody works may be what must stay secret.
 */
const serializeAccount = async (context: SignedInContext, entered: AccountOrganization[]) => {
  const { tx, caller } = context;
  const { person, is_superuser, agreed, impersonation } = caller;
  const stored = await tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'time_zone'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const [pending, second_factor] = await Promise.all([
    impersonation ? null : pendingChange(tx, person.id),
    impersonation ? false : hasSecondFactor(tx, person.id),
  ]);
  const organizations = entered.filter(({ id }) => !impersonation || id === impersonation.organization_id);
  const role: 'superuser' | 'orgadmin' | 'orguser' = is_superuser
    ? 'superuser'
    : organizations.some(({ is_admin }) => is_admin)
      ? 'orgadmin'
      : 'orguser';
  return {
    ...stored,
    role,
    executed_confidentiality_agreement: agreed,
    pending_email: pending?.email ?? null,
    second_factor,
    second_factor_required: mustHaveSecondFactor(context, caller),
    organizations: organizations.map(({ id, name, slug }) => ({ id, name, slug })),
  };
};

export const account: Handler<typeof accountRoutes.account> = async (_, context) =>
  serializeAccount(context, await organizationsOf(context.tx, context.caller.person.id));

const statements = async (tx: Tx) =>
  tx
    .selectFrom('confidentiality_statements')
    .select(['version', 'name', 'label'])
    .where('version', '=', (eb) =>
      eb.selectFrom('confidentiality_statements').select((one) => one.fn.max('version').as('version')),
    )
    .orderBy('position')
    .execute();

export const agreementFields: Handler<typeof accountRoutes.agreementFields> = async (_, { tx }) => ({
  data: (await statements(tx)).map(({ name, label }) => ({ name, label })),
});

/** Every statement must be ticked. */
const accept = async ({ tx, caller, address }: SignedInContext, ticked: string[]) => {
  const all = await statements(tx);
  if (!all.every(({ name }) => ticked.includes(name)))
    throw invalid('confidentiality_agreement', 'Check every statement to continue');
  await tx
    .insertInto('confidentiality_agreements')
    .values({
      user_id: caller.person.id,
      version: all[0]?.version ?? 0,
      statements: all.map(({ name }) => name),
      address,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

type Change = Partial<z.output<typeof accountRoutes.changeAccount.body>>;

/** What is wrong with a new password, whoever sent it. */
const newPasswordIssues = async (
  { password, password_confirmation }: Change,
  { caller: { person } }: SignedInContext,
) =>
  password === undefined
    ? [{ path: 'password', message: 'Enter password' }]
    : passwordIssues(password, password_confirmation, [person.email, person.first_name, person.last_name]);

const changesOf = ({ password, password_confirmation, email }: Change, { caller: { person } }: SignedInContext) => ({
  changesPassword: (password ?? password_confirmation) !== undefined,
  changesEmail: email !== undefined && email !== person.email,
});

/**
 * Refuses who does not prove who they are by the password that counts now, and a new one that is not good enough: both in
 * one answer.
 */
const checkSignIn = async (sent: Change, context: SignedInContext) => {
  const issues = changesOf(sent, context).changesPassword ? await newPasswordIssues(sent, context) : [];
  try {
    await proveIdentity(context, sent.current_password);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid') throw error;
    throw keeping(new Problem('invalid', { ...byPath(issues), ...error.errors }));
  }
  refuse(issues);
};

const changePassword = async (context: SignedInContext, password: string) => {
  const { tx, caller } = context;
  const { person, session_id } = caller;
  // Whoever else knew the old one may have asked for another address, and whoever reads the mail for a link.
  await setPassword(tx, person.id, await passwordHash(password));
  await endSessions(tx, person.id, session_id);
  await giveNotice(context, person.id, 'password_changed');
};

/** Nobody changes anything about an account in its owner's place. */
const handle: Handler<typeof accountRoutes.changeAccount> = async ({ body }, context) => {
  const { confidentiality_agreement, email, password, password_confirmation: _, current_password: __, ...own } = body;
  if (context.caller.impersonator_id) throw new Problem('forbidden');
  const entered = await organizationsOf(context.tx, context.caller.person.id);
  if (confidentiality_agreement) await accept(context, confidentiality_agreement);
  const { caller, tx } = context;
  const { changesPassword, changesEmail } = changesOf(body, context);
  const changesMore = Object.keys(own).length > 0 || changesPassword || changesEmail;
  if (changesMore && !caller.agreed && !confidentiality_agreement) throw new Problem('agreement_required');
  if (changesMore && lacksSecondFactor(context, caller)) throw new Problem('second_factor_required');
  if (changesPassword || changesEmail) await checkSignIn(body, context);
  if (changesPassword && password !== undefined) await changePassword(context, password);
  if (changesEmail && email !== undefined) await requestEmailChange(context, email);
  if (Object.keys(own).length)
    await tx
      .updateTable('users')
      .set({ ...own, updated_at: sql`now()` })
      .where('id', '=', caller.person.id)
      .execute();
  const agreed = caller.agreed || confidentiality_agreement !== undefined;
  return serializeAccount({ ...context, caller: { ...caller, agreed } }, entered);
};

/** Told with what the contract finds, so that nobody mends one thing to hear of the next. */
export const changeAccount: CheckedHandler<typeof accountRoutes.changeAccount> = {
  check: async ({ body }, context) => {
    const { changesPassword, changesEmail } = changesOf(body, context);
    return [
      ...(body.password === undefined ? [] : await newPasswordIssues(body, context)),
      ...((changesPassword || changesEmail) && !body.current_password
        ? [{ path: 'current_password', message: 'Enter your current password' }]
        : []),
    ];
  },
  handle,
};
