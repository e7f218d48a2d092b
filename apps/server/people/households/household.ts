import type { Family, StatedRelationship } from '#contract/family.ts';
import type { Relationship } from '#contract/relationships.ts';
import type { Gender } from '#contract/resources/clients.ts';
import type { Tx } from '#server/kit/db.ts';
import { among, insertRow, ofOrganization, type Row, updateRow } from '#server/kit/rows.ts';

export type Membership = Row<'household_members'>;

/** A household with all who are and were in it, the first who came first. */
export type Household = Row<'households'> & { memberships: Membership[]; family: Family };

/** In which organization households are read and written, whoever does it. */
export type HouseholdContext = { tx: Tx; caller: { organization: { id: number } } };

/** The membership in which somebody is at present. */
export const currentMembership = (
  { tx, caller }: HouseholdContext,
  client_id: number,
): Promise<Membership | undefined> =>
  ofOrganization(tx, 'household_members', caller)
    .selectAll()
    .where('client_id', '=', client_id)
    .where('ended_on', 'is', null)
    .executeTakeFirst();

/** The gender of each member: clients have it on their own page. */
const gendersOf = async ({ tx, caller }: HouseholdContext, memberships: Membership[]) => {
  const clients = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'gender'])
    .where('id', '=', among(memberships.map(({ client_id }) => client_id)))
    .execute();
  const known = new Map(clients.map(({ id, gender }) => [id, gender]));
  return ({ client_id, gender }: Membership) => (gender ?? known.get(client_id as number)) as Gender;
};

/** A household as it is stored. */
export const householdOf = async (context: HouseholdContext, id: number): Promise<Household> => {
  const { tx, caller } = context;
  const [row, memberships, said] = await Promise.all([
    ofOrganization(tx, 'households', caller).selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ofOrganization(tx, 'household_members', caller).selectAll().where('household_id', '=', id).orderBy('id').execute(),
    ofOrganization(tx, 'household_relationships', caller)
      .select(['member_id', 'of_member_id', 'relationship'])
      .where('household_id', '=', id)
      .orderBy('id')
      .execute(),
  ]);
  const genderOf = await gendersOf(context, memberships);
  const kin = memberships.map((one) => ({
    id: one.id,
    gender: genderOf(one),
    relationship: one.relationship as Relationship | null,
  }));
  return { ...row, memberships, family: { kin, said: said as StatedRelationship[] } };
};

/**
 * Makes all wait who would change the households of these people, until the transaction ends: people first, then
 * households, each in the order of their ids, so that no two wait for each other.
 * @returns the membership of each as it then is
 */
export const holdHouseholdsOf = async (context: HouseholdContext, client_ids: readonly number[]) => {
  const { tx, caller } = context;
  await ofOrganization(tx, 'clients', caller)
    .select('id')
    .where('id', '=', among(client_ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const before = await Promise.all(client_ids.map((id) => currentMembership(context, id)));
  await ofOrganization(tx, 'households', caller)
    .select('id')
    .where('id', '=', among(before.map((one) => one?.household_id)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return Promise.all(client_ids.map((id) => currentMembership(context, id)));
};

/** A household of one: its head. */
export const newHousehold = async (
  context: HouseholdContext,
  client_id: number,
  started_on: string,
): Promise<Household> => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const { id } = await insertRow(tx, 'households', { organization_id });
  await insertRow(tx, 'household_members', {
    organization_id,
    household_id: id,
    client_id,
    is_head: true,
    started_on,
  });
  return householdOf(context, id);
};

const key = ({ member_id, of_member_id, relationship }: StatedRelationship) =>
  `${member_id} ${of_member_id} ${relationship}`;

/** What is said of each other beside their relationships to the head. */
const saveSaid = async (
  { tx, caller }: HouseholdContext,
  { id, family }: Household,
  said: readonly StatedRelationship[],
): Promise<void> => {
  const organization_id = caller.organization.id;
  const [before, after] = [family.said, said].map((all) => new Set(all.map(key))) as [Set<string>, Set<string>];
  const gone = family.said.filter((one) => !after.has(key(one)));
  const added = said.filter((one) => !before.has(key(one)));
  for (const { member_id, of_member_id } of gone)
    await tx
      .deleteFrom('household_relationships')
      .where('organization_id', '=', organization_id)
      .where('member_id', '=', member_id)
      .where('of_member_id', '=', of_member_id)
      .execute();
  if (added.length > 0)
    await tx
      .insertInto('household_relationships')
      .values(added.map((one) => ({ ...one, organization_id, household_id: id })))
      .execute();
};

/** Saves how the members of a household are related, as far as that changed; who stops being its head comes first. */
export const saveFamily = async (
  context: HouseholdContext,
  household: Household,
  family: Family,
): Promise<Household> => {
  const before = new Map(household.family.kin.map(({ id, relationship }) => [id, relationship]));
  const changed = family.kin
    .filter(({ id, relationship }) => before.has(id) && before.get(id) !== relationship)
    .toSorted((one, other) => Number(one.relationship === null) - Number(other.relationship === null));
  for (const { id, relationship } of changed)
    await updateRow(context.tx, 'household_members', {
      row: household.memberships.find((one) => one.id === id) as Membership,
      columns: { relationship, is_head: relationship === null },
    });
  await saveSaid(context, household, family.said);
  return householdOf(context, household.id);
};
