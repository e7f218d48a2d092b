import { sql } from 'kysely';
import { holds } from '#server/access/demands.ts';
import { visibleClients } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';
import { distance } from './differences.ts';
import { meaning, patternsOf } from './search.ts';
import { readTyped } from './typed-words.ts';

type Client = Row<'clients'>;
type Ranked = { id: number; far: number };

/** How many people are shown of those whose names are like a search, and of those who may be the same as a new one. */
const most = { similar: 10, alike: 5 };

/** The people of these ids that the caller may read, in the order of the ids. */
const inOrder = async (ranked: Ranked[], { tx, caller }: MemberContext): Promise<Client[]> => {
  const ids = ranked.map(({ id }) => id);
  const rows = await ofOrganization(tx, 'clients', caller)
    .where('id', '=', among(ids))
    .where(visibleClients(caller, 'read'))
    .selectAll()
    .execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};

/** Names as the database compares them. */
const folded = async ({ tx }: MemberContext, names: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ words: string[] }>`
    select array(select kit.squeezed(word) from unnest(${names}::text[]) with ordinality as typed (word, place)
                  order by place) as words`.execute(tx);
  return rows[0]?.words.filter(Boolean) ?? [];
};

/**
 * The people whose names are like those searched for, and whom the search itself does not find: at most 10 of those that
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
  const grantedTo = holds(caller, { entity: 'clients', action: 'read' }) ? null : caller.principals;
  const typed = patternsOf(names);
  const { rows: near } = await sql<{ id: number }>`
    select id from kit.clients_like(${words}::text[], ${typed}, ${grantedTo}::bigint[])`.execute(tx);
  if (near.length === 0) return [];
  const seen = await ofOrganization(tx, 'clients', caller)
    .where('id', '=', among(near.map(({ id }) => id)))
    .where(visibleClients(caller, 'read'))
    .where(meaning(query, context))
    .where(narrowed)
    .where(sql<boolean>`not search_name like all (${typed})`)
    .select(['id', 'search_name', 'sort_name'])
    .execute();
  const ranked = seen
    .flatMap(({ id, search_name, sort_name }) => {
      const far = distance(words, search_name);
      return far === null ? [] : [{ id, far, sort_name }];
    })
    .sort((a, b) => a.far - b.far || (a.sort_name < b.sort_name ? -1 : 1));
  return inOrder(ranked.slice(0, most.similar), context);
};

/** Dates that somebody may have meant who wrote this one: a figure mistaken, or day and month, or two figures, swapped. */
export const datesNear = (date: string): string[] => {
  const [year = '', month = '', day = ''] = date.split('-');
  const plain = `${year}${month}${day}`;
  const written = [`${year}${day}${month}`];
  for (let at = 2; at < 8; at++) {
    for (let figure = 0; figure < 10; figure++) written.push(`${plain.slice(0, at)}${figure}${plain.slice(at + 1)}`);
    written.push(`${plain.slice(0, at - 1)}${plain[at]}${plain[at - 1]}${plain.slice(at + 1)}`);
  }
  const dates = written.map((one) => `${one.slice(0, 4)}-${one.slice(4, 6)}-${one.slice(6)}`);
  const isReal = (one: string) => {
    const parsed = new Date(`${one}T00:00:00Z`);
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(one);
  };
  return [...new Set(dates)].filter((one) => one !== date && isReal(one));
};

type Named = { first_name: string; last_name: string; dob: string };

/** How many letters of a whole name may differ for two people of one birthday to be taken for one. */
const sameName = 2;

/**
 * The people who may be the one about to be recorded: born on the same day with a name that is almost the same, or of the
 * same name with a birthday that is almost the same. At most 5 of those that the caller may read, the most alike first.
 */
export const alikePeople = async ({ first_name, last_name, dob }: Named, context: MemberContext): Promise<Client[]> => {
  const { tx, caller } = context;
  const words = await folded(context, [first_name, last_name]);
  const seen = await ofOrganization(tx, 'clients', caller)
    .where(visibleClients(caller, 'read'))
    .where((eb) =>
      eb.or([
        eb('dob', '=', dob),
        eb.and([
          eb('dob', '=', sql<string>`any(${datesNear(dob)}::date[])`),
          sql<boolean>`sort_name = (kit.fold(${last_name}) || E'\\t' || kit.fold(${first_name})) collate "C"`,
        ]),
      ]),
    )
    .select(['id', 'search_name', 'dob'])
    .limit(1000)
    .execute();
  const ranked = seen
    .flatMap(({ id, search_name, dob: born }) => {
      const far = distance(words, search_name);
      return far === null || far > sameName ? [] : [{ id, far: far + (born === dob ? 0 : 1) }];
    })
    .sort((a, b) => a.far - b.far || a.id - b.id);
  return inOrder(ranked.slice(0, most.alike), context);
};
