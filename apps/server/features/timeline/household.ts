import { visibleClients } from '#server/access/scopes.ts';
import type { Values } from '#server/forms/changes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { entryOf, namesOf, type Part, type Said, type Telling, type Version, versionsOf } from './telling.ts';

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
  return after.ended_on ? 'left' : 'changed';
};

/** What became of the household itself. */
const ofHousehold = ({ old_values, new_values }: Version): Pick<Said<'household'>, 'event' | 'title'> => {
  const [was, is] = [old_values, new_values] as Values[];
  if (is && 'title' in is) return { event: 'renamed', title: is.title as string | null };
  return { event: was?.closed_at ? 'reopened' : 'closed', title: null };
};

/** Who a version is about. Of those whose membership was deleted, the version itself tells it. */
const whoIn = ({ before, after }: Entry, known: Membership | undefined) => {
  const values: Part = known ?? after ?? before;
  return { client_id: (values?.client_id as number) ?? null, name: (values?.name as string) ?? null };
};

/** Who came into the person's household, left it or was changed in it, without the names of people who may not be read. */
export const household: Telling<'household'> = async (ids, { client_id }, context) => {
  const rows = (await versionsOf(ids, context)).map((row) => ({ row, entry: entryOf(row) }));
  const memberships = await membershipsOf(
    rows.map(({ entry }) => entry.of || null),
    client_id,
    context,
  );
  const told = rows.map(({ row, entry }) => {
    const known = entry.kind === 'member' ? memberships.find(({ id }) => id === entry.of) : undefined;
    return { row, entry, known, who: whoIn(entry, known) };
  });
  const names = await namesOf(
    told.map(({ who }) => who.client_id),
    context,
    visibleClients,
  );
  // Relationships are to the head, whom not everybody may know who reads the others.
  const headed = memberships.filter((one) => one.client_id === client_id && one.is_head);
  const said = ({ row, entry, known, who }: (typeof told)[number]): Said<'household'> => {
    const common = { kind: 'household' as const, household_id: row.item_id, impersonator_id: row.impersonator_id };
    if (entry.kind !== 'member') return { ...common, ...ofHousehold(row), member: null, relationship: null };
    const name = who.client_id === null ? who.name : (names.get(who.client_id) ?? null);
    const isOfPerson = headed.some(({ household_id }) => household_id === row.item_id);
    const { relationship } = { ...known, ...entry.after };
    return {
      ...common,
      event: becameOf(entry),
      member: { client_id: name === null ? null : who.client_id, name, is_self: who.client_id === client_id },
      relationship: isOfPerson ? ((relationship as string) ?? null) : null,
      title: null,
    };
  };
  return new Map(told.map((one) => [one.row.id, said(one)]));
};
