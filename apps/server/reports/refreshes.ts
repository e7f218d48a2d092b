import { sql } from 'kysely';
import type { MemberContext } from '../kit/handlers.ts';
import { among, ofOrganization } from '../kit/rows.ts';

/** A refresh that takes longer comes to nothing. */
export const refreshTime = { minutes: 10 };

/** Whether reports are being refreshed, and when they last were, by report. */
export const refreshesOf = async ({ tx, caller }: Pick<MemberContext, 'tx' | 'caller'>, report_ids: number[]) => {
  const rows = await ofOrganization(tx, 'report_refreshes', caller)
    .select(['report_definition_id', 'refreshed_at'])
    .select(
      sql<boolean>`requested_at is not null and requested_at > now() - make_interval(mins => ${refreshTime.minutes})`.as(
        'refreshing',
      ),
    )
    .where('report_definition_id', '=', among(report_ids))
    .execute();
  const byReport = new Map(rows.map((row) => [row.report_definition_id, row]));
  return (id: number) => {
    const { refreshing = false, refreshed_at = null } = byReport.get(id) ?? {};
    return { refreshing, last_refreshed_at: refreshed_at };
  };
};
