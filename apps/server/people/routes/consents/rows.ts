import { sql } from 'kysely';
import { wasTakenBack } from '#server/access/consents.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';

/** So many of one person are shown, the newest. */
const maxShown = 500;

export type ConsentRow = Row<'consents'> & { is_taken_back: boolean };

/** The consents of a person, the newest first. */
export const theirs = ({ tx, caller }: MemberContext, client_id: number): Promise<ConsentRow[]> =>
  ofOrganization(tx, 'consents', caller)
    .selectAll('consents')
    .select(sql<boolean>`${wasTakenBack}`.as('is_taken_back'))
    .where('consents.client_id', '=', client_id)
    .orderBy('consents.id', 'desc')
    .limit(maxShown)
    .execute();

/** Ends what a person agreed to for a purpose, at once: whoever asks from now on is told that they do not agree. */
export const withdraw = async (
  { tx, caller }: MemberContext,
  { client_id, purpose }: Row<'consents'>,
  withdrawal_note: string | null,
): Promise<void> => {
  await tx
    .updateTable('consents')
    .set({
      withdrawn_at: sql<string>`now()`,
      withdrawn_by_id: caller.person.id,
      withdrawal_note,
      updated_at: sql<string>`now()`,
      lock_version: sql<number>`lock_version + 1`,
    })
    .where('client_id', '=', client_id)
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .execute();
};
