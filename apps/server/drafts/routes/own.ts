import { draftSubjectOf } from '#contract/resources/drafts.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { isOpen } from './open-subject.ts';

/** Returns the caller as the author of their own drafts. Throws forbidden for who acts for somebody: they have none. */
export const authorOf = ({ caller }: MemberContext) => {
  if (caller.impersonator_id) throw new Problem('forbidden');
  return { organization_id: caller.organization.id, user_id: caller.person.id };
};

/** Selects from the caller's own drafts. */
export const ownDrafts = (tx: Tx, caller: Member) =>
  ofOrganization(tx, 'drafts', caller).where('user_id', '=', caller.person.id);

/**
 * Makes sure that the caller has a draft with this key. Throws not_found when it has ended, or when the caller can no
 * longer do what it is for.
 * @param isHeld whether nobody may end it before the transaction is over
 */
export const assertOpenDraft = async (context: MemberContext, key: string, isHeld = false): Promise<void> => {
  const row = await ownDrafts(context.tx, context.caller)
    .select('subject')
    .where('key', '=', key)
    .$if(isHeld, (draft) => draft.forUpdate())
    .executeTakeFirst();
  const subject = row?.subject ? draftSubjectOf(row.subject) : null;
  if (!subject || !(await isOpen(context, subject))) throw new Problem('not_found');
};
