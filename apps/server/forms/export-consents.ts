import { sql } from 'kysely';
import type { Purpose } from '#contract/kit/purposes.ts';
import { askingFor, seeingLeftOut } from '#server/access/consents.ts';
import { clientsOfAnyTime } from '#server/access/scopes.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';
import { NoConsent, Problem } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import type { ExportRow, ExportSubject } from './exports.ts';

/** To what people must agree who stand in a file that is kept. */
const purposesOf = (subject: ExportSubject): Purpose[] => {
  if (subject === 'organizations') return [];
  return subject === 'report_definitions' ? ['report', 'export'] : ['export'];
};

/** Who asked for an export, as who sees those alone who may stand in it. */
export const exporting = (asking: Pick<MemberContext, 'tx' | 'caller'>, subject: ExportSubject): Promise<Member> =>
  askingFor(asking, ...purposesOf(subject));

/** Notes, before its rows are read, to what those have agreed who stand in an export. */
export const noteConsents = async (tx: Tx, { consent }: Member, row: Pick<ExportRow, 'organization_id' | 'id'>) => {
  if (!consent) return;
  await tx
    .updateTable('exports')
    .set({ consented_to: [...consent.to], consents_read_at: sql<string>`now()` })
    .where('id', '=', row.id)
    .execute();
};

const again = 'Prepare it again to leave them out.';

/**
 * Refuses an export that was made before somebody withdrew their consent whom the caller may see, or before consent was
 * required: nobody can tell any more who stands in it.
 * @throws consent_required
 */
export const refuseSinceWithdrawn = async (
  asking: Pick<MemberContext, 'tx' | 'caller'>,
  row: Pick<ExportRow, 'subject_type' | 'consented_to' | 'consents_read_at' | 'state'>,
): Promise<void> => {
  if (row.state !== 'succeeded') return;
  const caller = await exporting(asking, row.subject_type as ExportSubject);
  const leftOut = seeingLeftOut(caller);
  if (!leftOut?.consent) return;
  const { to } = leftOut.consent;
  const read = row.consents_read_at;
  if (read === null || to.some((purpose) => !row.consented_to.includes(purpose)))
    throw new Problem('consent_required', {
      base: [`This file was prepared before consent was required, and may include people who haven’t agreed. ${again}`],
    });
  const ended = todayIn(caller.organization.time_zone, new Date(read));
  const since = await ofOrganization(asking.tx, 'clients', caller)
    .select('clients.id')
    .where(clientsOfAnyTime(leftOut, 'read'))
    .where('clients.id', 'in', (eb) =>
      eb
        .selectFrom('consents')
        .select('consents.client_id')
        .where('consents.purpose', 'in', to)
        .where((one) =>
          one.or([
            one('consents.withdrawn_at', '>=', read),
            one.and([one('consents.withdrawn_at', 'is', null), one('consents.ends_on', '>=', ended)]),
          ]),
        ),
    )
    .limit(1)
    .executeTakeFirst();
  if (since)
    throw new NoConsent(
      since.id,
      to,
      `Someone in this file may have withdrawn their consent since it was prepared. ${again}`,
    );
};
