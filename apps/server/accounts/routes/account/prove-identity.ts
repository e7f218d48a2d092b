import { isStillPassword, passwordMatches } from '#server/access/passwords.ts';
import { attempted, forgive, limits } from '#server/access/rate-limits.ts';
import type { SignedInContext } from '#server/kit/handlers.ts';
import { invalid, keeping, Problem } from '#server/kit/problem.ts';

/** Who changes how they sign in proves by the password that it is them; nobody does so in another's place. */
export const proveIdentity = async (
  { tx, caller }: SignedInContext,
  current_password: string | undefined,
): Promise<void> => {
  const { person, impersonator_id } = caller;
  if (impersonator_id) throw new Problem('forbidden');
  await attempted(tx, limits.currentPassword, String(person.id));
  const known = await tx.selectFrom('passwords').select('hash').where('user_id', '=', person.id).executeTakeFirst();
  const matches = await passwordMatches(current_password ?? '', known?.hash);
  if (!known || !matches || !(await isStillPassword(tx, person.id, known.hash)))
    throw keeping(invalid('current_password', 'That isn’t your current password'));
  await forgive(tx, limits.currentPassword, String(person.id));
};
