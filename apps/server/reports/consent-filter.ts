import { sql } from 'kysely';
import type { ReportDefinition } from '#reports/definition.ts';
import type { Plan } from '#reports/plan/plan.ts';
import { seeingLeftOut } from '#server/access/consents.ts';
import type { ReportContext } from './context.ts';
import type { Kind } from './kinds/kind.ts';
import { peopleScopes } from './people-scopes.ts';
import type { Sql } from './relation.ts';

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
  const relation = await kind.relate({ ...context, caller }, plan, definition);
  const each = kind.consenting(relation);
  if (each) return sql`select count(distinct ${each}) as people ${relation.from(new Set())}`;
  return sql`select count(*) as people from clients
    where clients.organization_id = ${caller.organization.id} and ${peopleScopes(plan).clients(caller, 'read')}`;
};
