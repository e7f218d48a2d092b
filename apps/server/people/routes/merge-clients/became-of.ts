import type { RouteSpec } from '#contract/kit/route.ts';
import { visibleClients } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';

/** A record that was merged into one that was merged is so many steps from it at most; nobody merges as often. */
const maxSteps = 20;

/** The parameter that names a person in the path of a route; undefined where none does. */
const paramOf = ({ path }: RouteSpec, params: Record<string, unknown>): string | undefined => {
  if (params.record_type === 'clients') return 'record_id';
  if (params.notable_type === 'clients') return 'notable_id';
  return /^\/organization\/:org\/clients\/:(\w+)/.exec(path)?.[1];
};

/**
 * The person whom the person of a path was merged into, where the caller may read that one; null for any other path.
 * What was merged twice leads to the last.
 */
export const becameOf = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  route: RouteSpec,
  params: Record<string, unknown>,
): Promise<{ param: string; id: number } | null> => {
  const param = paramOf(route, params);
  if (param === undefined) return null;
  let id = params[param] as number;
  for (let step = 0; step < maxSteps; step++) {
    const row = await ofOrganization(tx, 'clients', caller)
      .select('merged_into_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row?.merged_into_id) break;
    id = row.merged_into_id;
  }
  if (id === params[param]) return null;
  const master = await ofOrganization(tx, 'clients', caller)
    .select('id')
    .where('id', '=', id)
    .where(visibleClients(caller, 'read'))
    .executeTakeFirst();
  return master ? { param, id } : null;
};
