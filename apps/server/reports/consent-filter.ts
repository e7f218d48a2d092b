import { sql } from 'kysely';
import type { ReportDefinition } from '#reports/definition.ts';
import type { Plan } from '#reports/plan/plan.ts';
import { seeingLeftOut } from '#server/access/consents.ts';
import { compiled } from './compile.ts';
import type { ReportContext } from './context.ts';
import type { Kind } from './kinds/kind.ts';
import { peopleScopes } from './people-scopes.ts';
import type { Sql } from './relation.ts';
import { fromRows } from './statements.ts';

type PlannedReport = { kind: Kind; definition: ReportDefinition; plan: Plan };

/**
 * How many people are left out of a report for this caller, because they have not agreed: those behind its rows or, where
 * rows are of nobody in particular, all whom the caller may see. Null where nobody is left out.
 */
export const leftOutPeople = async (
  context: ReportContext,
  { kind, definition, plan }: PlannedReport,
): Promise<Sql | null> => {
  const caller = seeingLeftOut(context.caller);
  if (!caller || !kind.consenting) return null;
  const report = await compiled({ ...context, caller }, { kind, definition }, plan);
  const each = kind.consenting(report.relation);
  if (each) return sql`select count(distinct ${each}) as people ${fromRows(report, new Set())}`;
  return sql`select count(*) as people from clients
    where clients.organization_id = ${caller.organization.id} and ${peopleScopes(plan).clients(caller, 'read')}`;
};
