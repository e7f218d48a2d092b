import type { Tx } from '../kit/db.ts';
import type { Member, SignedIn } from '../kit/handlers.ts';
import { Problem } from '../kit/problem.ts';
import { holdsEverythingOf } from './compare.ts';
import { memberNow } from './members.ts';

/** Why somebody may not act for a member of an organization; null when they may. */
export const refusalToAct = async (tx: Tx, actor: Member, subject: Member): Promise<string | null> => {
  if (actor.role === 'superuser') return null;
  if (actor.role === 'orguser') return 'Only the owner and administrators of an organization can act as its users.';
  if (subject.role !== 'orguser') return 'You can only act as organization users, not as administrators.';
  const { entity_privileges, principals } = subject;
  return (await holdsEverythingOf(tx, actor, { entity_privileges: [entity_privileges], principals }))
    ? null
    : 'This person has more permissions than you. Ask the owner of the organization.';
};

/**
 * Refuses to go on acting for somebody once the right to it is gone: to who has lost their own access or office, and
 * for who was given more meanwhile. It is asked at each request, so that nobody gains what the other is given later.
 */
export const demandStillActs = async (tx: Tx, caller: SignedIn | Member): Promise<void> => {
  if (!caller.impersonator_id || !('organization' in caller)) return;
  const actor = await memberNow(tx, caller.organization, caller.impersonator_id);
  if (actor && (await refusalToAct(tx, actor, caller)) === null) return;
  throw new Problem('impersonation_over', {
    base: [
      'Your permissions or this person’s have changed, so you can no longer act as them. Stop to continue as yourself.',
    ],
  });
};
