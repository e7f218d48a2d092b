import type { Plan } from '#reports/plan/plan.ts';
import { clientsEverServed, responsesEverRecorded, visibleClients, visibleResponses } from '#server/access/scopes.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { Row } from './ask.ts';
import type { CompiledReport } from './cells.ts';
import type { ReportContext } from './context.ts';

/** Returns the scopes of the people and the responses that a report is about, with those archived where it counts them. */
export const peopleScopes = ({ archived }: Pick<Plan, 'archived'>) =>
  archived
    ? { clients: clientsEverServed, responses: responsesEverRecorded }
    : { clients: visibleClients, responses: visibleResponses };

/** Returns who of the people of these rows was archived: their pages can't be opened. */
export const archivedAmong = async (
  { tx, caller }: ReportContext,
  { plan }: CompiledReport,
  rows: readonly Row[],
): Promise<ReadonlySet<number>> => {
  const people = rows.flatMap(({ client_id }) => (typeof client_id === 'number' ? [client_id] : []));
  if (!plan.archived || plan.mode === 'agg' || people.length === 0) return new Set();
  const found = await ofOrganization(tx, 'clients', caller)
    .select('id')
    .where('id', '=', among([...new Set(people)]))
    .where('archived_at', 'is not', null)
    .execute();
  return new Set(found.map(({ id }) => id));
};
