import type { RouteSpec } from '#contract/kit/route.ts';
import { visibleClients } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { remainingOf } from '#server/people/merged.ts';

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
  const id = (await remainingOf({ tx, caller }, [params[param] as number])).get(params[param] as number);
  if (id === undefined) return null;
  const master = await ofOrganization(tx, 'clients', caller)
    .select('id')
    .where('id', '=', id)
    .where(visibleClients(caller, 'read'))
    .executeTakeFirst();
  return master ? { param, id } : null;
};
