import type { MemberContext } from '../kit/handlers.ts';
import { among, ofOrganization } from '../kit/rows.ts';
import { visibleClients } from './scopes.ts';

/** What a household is called after somebody. */
export const titleAfter = (last_name: string): string => `${last_name} household`;

/** A contact has one name: its last word stands for the last name. */
const lastWord = (name: string): string => name.split(' ').at(-1) ?? name;

/**
 * What households are called, by id: by the title that somebody gave them, else after their head. One that is called
 * after a head whom the caller may not see is not among them, as its title would tell the name.
 */
export const householdTitles = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  ids: readonly (number | string)[],
): Promise<Map<number, string>> => {
  const [households, heads] = await Promise.all([
    ofOrganization(tx, 'households', caller).select(['id', 'title']).where('id', '=', among(ids)).execute(),
    ofOrganization(tx, 'household_members', caller)
      .select(['household_id', 'client_id', 'name'])
      .where('household_id', '=', among(ids))
      .where('is_head', '=', true)
      .execute(),
  ]);
  const clients = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'last_name'])
    .where('id', '=', among(heads.map(({ client_id }) => client_id)))
    .where(visibleClients(caller, 'read'))
    .execute();
  const titles = households.map(({ id, title }): [number, string | undefined] => {
    const head = heads.find(({ household_id }) => household_id === id);
    const last_name = head?.name ? lastWord(head.name) : clients.find((one) => one.id === head?.client_id)?.last_name;
    return [id, title ?? (last_name && titleAfter(last_name))];
  });
  return new Map(titles.filter((one): one is [number, string] => one[1] !== undefined));
};
