import { sql } from 'kysely';
import { clientsOfAnyTime, visibleClients } from '#server/access/scopes.ts';
import type { Values } from '#server/forms/changes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import {
  type EntryDetails,
  type EntryLoader,
  entryOf,
  namesOf,
  type Part,
  type Version,
  versionsOf,
} from './telling.ts';

/** These memberships, and all that the person has had. */
const membershipsOf = (ids: readonly (number | null)[], client_id: number, { tx, caller }: MemberContext) =>
  ofOrganization(tx, 'household_members', caller)
    .select(['id', 'household_id', 'client_id', 'name', 'relationship', 'is_head'])
    .where((eb) => eb.or([eb('id', '=', among(ids)), eb('client_id', '=', client_id)]))
    .execute();
type Membership = Awaited<ReturnType<typeof membershipsOf>>[number];

type Entry = ReturnType<typeof entryOf>;

/** What became of a membership. */
const becameOf = ({ before, after }: Entry) => {
  if (!after) return 'removed';
  if (!before || ('ended_on' in after && after.ended_on === null)) return 'joined';
  if (after.ended_on) return 'left';
  return after.is_head === true ? 'became_head' : 'changed';
};

/** What became of the household itself. */
const ofHousehold = ({ old_values, new_values }: Version): Pick<EntryDetails<'household'>, 'event' | 'title'> => {
  const [was, is] = [old_values, new_values] as Values[];
  if (is && 'title' in is) return { event: 'renamed', title: is.title as string | null };
  return { event: was?.closed_at ? 'reopened' : 'closed', title: null };
};

type Move = { id: number; of: number; client_id: number };

/**
 * What history tells of memberships beside an entry: who those were that are deleted, and by which version a merge gave
 * one from a person to another.
 */
const pastOf = async (rows: readonly Version[], { tx, caller }: MemberContext) => {
  const stored = await ofOrganization(tx, 'versions', caller)
    .select(['id', 'old_values', 'new_values'])
    .where('item_type', '=', 'households')
    .where('item_id', '=', among([...new Set(rows.map(({ item_id }) => item_id))]))
    .where('old_values', 'is not', null)
    .where(
      sql<boolean>`starts_with(old_values::text, '{"member.') and (new_values is null or new_values::text ~ '"client_id"')`,
    )
    .orderBy('id')
    .execute();
  const past = stored.map((row) => ({ id: row.id, ...entryOf(row) }));
  const deleted = new Map(past.filter(({ after }) => !after).map(({ of, before }) => [of, before]));
  const moves = past.flatMap(({ id, of, before, after }): Move[] =>
    after && typeof before?.client_id === 'number' ? [{ id, of, client_id: before.client_id }] : [],
  );
  return { deleted, moves };
};

/**
 * Who a version is about: whose membership it was at that time, before a merge gave it to another record. Of a membership
 * that was deleted, history tells it.
 */
const whoIn = (
  { id, entry: { of, before, after } }: { id: number; entry: Entry },
  known: Membership | undefined,
  { deleted, moves }: Awaited<ReturnType<typeof pastOf>>,
) => {
  const values: Part = known ?? deleted.get(of) ?? after ?? before;
  const then = moves.find((move) => move.of === of && move.id > id);
  return {
    client_id: then?.client_id ?? (values?.client_id as number) ?? null,
    name: (values?.name as string) ?? null,
  };
};

/** Who came into the person's household, left it or was changed in it, without the names of people who may not be read. */
export const household: EntryLoader<'household'> = async (ids, { client_id }, context) => {
  const rows = (await versionsOf(ids, context)).map((row) => ({ row, entry: entryOf(row) }));
  const memberships = await membershipsOf(
    rows.map(({ entry }) => entry.of || null),
    client_id,
    context,
  );
  const past = await pastOf(
    rows.map(({ row }) => row),
    context,
  );
  const told = rows.map(({ row, entry }) => {
    const known = entry.kind === 'member' ? memberships.find(({ id }) => id === entry.of) : undefined;
    return { row, entry, known, who: whoIn({ id: row.id, entry }, known, past) };
  });
  const people = told.map(({ who }) => who.client_id);
  // Archived people keep their names for those who could read them; only the others can be opened.
  const names = await namesOf(people, context, clientsOfAnyTime);
  const open = await namesOf(people, context, visibleClients);
  // Relationships are to the head, whom not everybody may know who reads the others.
  const headed = memberships.filter((one) => one.client_id === client_id && one.is_head);
  const said = ({ row, entry, known, who }: (typeof told)[number]): EntryDetails<'household'> => {
    const common = { kind: 'household' as const, household_id: row.item_id, impersonator_id: row.impersonator_id };
    if (entry.kind !== 'member') return { ...common, ...ofHousehold(row), member: null, relationship: null };
    const name = who.client_id === null ? who.name : (names.get(who.client_id) ?? null);
    const isOfPerson = headed.some(({ household_id }) => household_id === row.item_id);
    const { relationship } = { ...known, ...entry.after };
    return {
      ...common,
      event: becameOf(entry),
      member: {
        client_id: who.client_id !== null && open.has(who.client_id) ? who.client_id : null,
        name,
        is_self: who.client_id === client_id,
      },
      relationship: isOfPerson ? ((relationship as string) ?? null) : null,
      title: null,
    };
  };
  return new Map(told.map((one) => [one.row.id, said(one)]));
};
