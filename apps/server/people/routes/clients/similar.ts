import { sql } from 'kysely';
import { holds } from '#server/access/demands.ts';
import { visibleClients } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';
import { calledElse } from '#server/people/nicknames.ts';
import { meaning, patternsOf } from '#server/people/search.ts';
import { readTyped } from '#server/people/typed-words.ts';
import { distance } from './differences.ts';
import { folded } from './folded.ts';

type Client = Row<'clients'>;
type SimilarityRank = { id: number; far: number };

/** How many people are shown of those whose names are like a search. */
const most = 10;

/** The people of these ids that the caller may read, in the order of the ids. */
const inOrder = async (ranked: SimilarityRank[], { tx, caller }: MemberContext): Promise<Client[]> => {
  const ids = ranked.map(({ id }) => id);
  const rows = await ofOrganization(tx, 'clients', caller)
    .where('id', '=', among(ids))
    .where(visibleClients(caller, 'read'))
    .selectAll()
    .execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};

/**
 * The people whose names are like those searched for, or nicknames of them, and whom the search itself does not find: at most 10 of those that
 * the caller may read. First those with the fewest letters that differ, then by name.
 * @param narrowed what else must be true of them, such as the list's filters
 */
export const similarPeople = async (
  query: string | undefined,
  context: MemberContext,
  narrowed: Where<'clients'>,
): Promise<Client[]> => {
  const { tx, caller } = context;
  const { names } = readTyped(query);
  if (!names.some((name) => name.length > 2)) return [];
  const words = await folded(context, names);
  const wanted = words.map((word) => [word, ...calledElse(word)].join('|'));
  const grantedTo = holds(caller, { entity: 'clients', action: 'read' }) ? null : caller.principals;
  const typed = patternsOf(names);
  const { rows: near } = await sql<{ id: number }>`
    select id from kit.clients_like(${wanted}::text[], ${typed}, ${grantedTo}::bigint[])`.execute(tx);
  if (near.length === 0) return [];
  const seen = await ofOrganization(tx, 'clients', caller)
    .where('id', '=', among(near.map(({ id }) => id)))
    .where(visibleClients(caller, 'read'))
    .where(await meaning(query, context))
    .where(narrowed)
    .where(sql<boolean>`not search_name like all (${typed})`)
    .select(['id', 'search_name', 'sort_name'])
    .execute();
  const ranked = seen
    .flatMap(({ id, search_name, sort_name }) => {
      const far = distance(words, search_name, calledElse);
      return far === null ? [] : [{ id, far, sort_name }];
    })
    .sort((a, b) => a.far - b.far || (a.sort_name < b.sort_name ? -1 : 1));
  return inOrder(ranked.slice(0, most), context);
};
