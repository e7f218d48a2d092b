import { type EntityPrivileges, satisfies } from '#contract/kit/privileges.ts';
import { formatDate } from '#forms/calendar.ts';
import { holds, meetsAny } from '#server/access/demands.ts';
import { householdTitles } from '#server/access/household-titles.ts';
import { memberName } from '#server/access/member-names.ts';
import { membersOf } from '#server/access/members.ts';
import {
  visibleCategories,
  visibleDataGroups,
  visiblePermissionGroups,
  visibleResponses,
  visibleUsers,
} from '#server/access/scopes.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { gainedGrants, type SharedGrant } from '#server/people/merging/grants.ts';
import { householdPlan } from '#server/people/merging/household.ts';
import type { MergeCandidates } from '#server/people/merging/mergeable.ts';
import { newestFirst } from '#server/people/merging/values.ts';

/** Whether the caller may read any response at all: else it is not told how many there are. */
const readsResponses = ({ tx, caller }: MemberContext) =>
  meetsAny(tx, caller, { entity: 'client_forms', action: 'read', on: 'any' });

/** How many responses and notes each person has, as far as the caller may read them. */
export const countsOf = async (ids: readonly number[], context: MemberContext) => {
  const { tx, caller } = context;
  const responses = (await readsResponses(context))
    ? await ofOrganization(tx, 'responses', caller)
        .select((eb) => ['client_id', eb.fn.countAll<number>().as('count')])
        .where('client_id', '=', among(ids))
        .where(visibleResponses(caller, 'read'))
        .groupBy('client_id')
        .execute()
    : null;
  const notes = holds(caller, { entity: 'notes', action: 'read' })
    ? await ofOrganization(tx, 'notes', caller)
        .select((eb) => ['client_id', eb.fn.countAll<number>().as('count')])
        .where('client_id', '=', among(ids))
        .groupBy('client_id')
        .execute()
    : null;
  const countOf = (rows: { client_id: number | null; count: number }[] | null, id: number) =>
    rows && (rows.find(({ client_id }) => client_id === id)?.count ?? 0);
  return (id: number) => ({ response_count: countOf(responses, id), note_count: countOf(notes, id) });
};

/** What would come to the master, as far as the caller may see it. */
export const movesOf = async ({ others }: Pick<MergeCandidates, 'others'>, context: MemberContext) => {
  const { tx, caller } = context;
  const ids = others.map(({ id }) => id);
  const responses = (await readsResponses(context))
    ? await ofOrganization(tx, 'responses', caller)
        .innerJoin('forms', (join) =>
          join
            .onRef('forms.organization_id', '=', 'responses.organization_id')
            .onRef('forms.id', '=', 'responses.form_id'),
        )
        .select((eb) => ['forms.id as form_id', 'forms.name', eb.fn.countAll<number>().as('count')])
        .where('responses.client_id', '=', among(ids))
        .where(visibleResponses(caller, 'read'))
        .groupBy(['forms.id', 'forms.name', 'forms.sort_name'])
        .orderBy('count', 'desc')
        .orderBy('forms.sort_name')
        .orderBy('forms.id')
        .execute()
    : null;
  const { file_count } = await ofOrganization(tx, 'responses', caller)
    .innerJoin('response_files', (join) =>
      join
        .onRef('response_files.organization_id', '=', 'responses.organization_id')
        .onRef('response_files.response_id', '=', 'responses.id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('file_count'))
    .where('responses.client_id', '=', among(ids))
    .where(visibleResponses(caller, 'read'))
    .executeTakeFirstOrThrow();
  const counts = await countsOf(ids, context);
  const notes = ids.map((id) => counts(id).note_count);
  const groups = await ofOrganization(tx, 'data_groups', caller)
    .innerJoin('data_group_records', (join) =>
      join
        .onRef('data_group_records.organization_id', '=', 'data_groups.organization_id')
        .onRef('data_group_records.data_group_id', '=', 'data_groups.id'),
    )
    .select(['data_groups.id', 'data_groups.name'])
    .distinct()
    .where('data_group_records.record_type', '=', 'clients')
    .where('data_group_records.record_id', '=', among(ids))
    .where('data_group_records.automatic', '=', false)
    .where(visibleDataGroups(caller, 'read'))
    .orderBy('data_groups.name')
    .execute();
  const categories = await ofOrganization(tx, 'categories', caller)
    .innerJoin('category_records', (join) =>
      join
        .onRef('category_records.organization_id', '=', 'categories.organization_id')
        .onRef('category_records.category_id', '=', 'categories.id'),
    )
    .select(['categories.id', 'categories.name'])
    .distinct()
    .where('category_records.record_type', '=', 'clients')
    .where('category_records.record_id', '=', among(ids))
    .where(visibleCategories(caller, 'read'))
    .orderBy('categories.name')
    .execute();
  return {
    responses,
    note_count: notes.every((count) => count === null)
      ? null
      : notes.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    file_count,
    data_groups: groups.map(({ name }) => name),
    categories: categories.map(({ name }) => name),
  };
};

/** What becomes of households, as sentences. */
export const householdWords = async (
  { master, others }: MergeCandidates,
  context: MemberContext,
): Promise<string[]> => {
  const { tx, caller } = context;
  const all = [master, ...others.toSorted(newestFirst)];
  const client_ids = all.slice(1).map(({ id }) => id);
  const plan = await householdPlan(tx, { master_id: master.id, client_ids });
  const { kept, removed, ended } = plan;
  if (!kept) return [];
  const titles = await householdTitles(
    context,
    [kept, ...ended].map(({ household_id }) => household_id),
  );
  const title = ({ household_id }: { household_id: number }) => titles.get(household_id) ?? 'A household';
  const first = (id: number | null) => all.find((one) => one.id === id)?.first_name;
  const day = formatDate(todayIn(caller.organization.time_zone));
  return [
    kept.client_id === master.id ? `${title(kept)} is kept.` : `${title(kept)} comes with ${first(kept.client_id)}.`,
    ...removed.map((one) => `${first(one.client_id)} is also a member: one membership is kept.`),
    ...ended.map((one) => `${first(one.client_id)}’s membership in ${title(one)} ends ${day}, with a note.`),
  ];
};

/** Whether somebody's privileges give them already, on every person, what a grant would. */
const givesAnyway = (privileges: EntityPrivileges, { after }: SharedGrant) =>
  after.every((action) => satisfies(privileges.clients, action as 'read' | 'write' | 'remove'));

type AccessGain = { type: 'User' | 'PermissionGroup'; id: number; name: string; client_ids: number[] };

/** Who would be given the master, or more of it: those whom the caller may see, and whether there are others. */
export const gainsAccess = async ({ master, others }: MergeCandidates, context: MemberContext) => {
  const { tx, caller } = context;
  const { organization } = caller;
  const client_ids = others.map(({ id }) => id);
  const grants = await gainedGrants(tx, { organization_id: organization.id, master_id: master.id, client_ids });
  const groups = await ofOrganization(tx, 'permission_groups', caller)
    .select(['id', 'privileges'])
    .where('id', '=', among(grants.map(({ principal }) => -principal)))
    .execute();
  const people = grants.some(({ principal }) => principal > 0) ? await membersOf(tx, organization) : [];
  const gaining = grants.filter((grant) => {
    const group = groups.find(({ id }) => id === -grant.principal);
    if (group) return !givesAnyway(group.privileges, grant);
    const member = people.find(({ person }) => person.id === grant.principal);
    return member !== undefined && !member.everything && !givesAnyway(member.entity_privileges, grant);
  });
  const seenGroups = await ofOrganization(tx, 'permission_groups', caller)
    .select(['id', 'name'])
    .where('id', '=', among(gaining.map(({ principal }) => -principal)))
    .where(visiblePermissionGroups(caller, 'read'))
    .execute();
  const seenUsers = await ofOrganization(tx, 'memberships', caller)
    .select(['id', memberName(organization.id, 'memberships.id').as('name')])
    .where('id', '=', among(gaining.map(({ principal }) => principal)))
    .where(visibleUsers(caller, 'read'))
    .execute();
  const principals = gaining.flatMap(({ principal, client_ids }): AccessGain[] => {
    const group = seenGroups.find(({ id }) => id === -principal);
    if (group) return [{ type: 'PermissionGroup', ...group, client_ids }];
    const user = seenUsers.find(({ id }) => id === principal);
    return user ? [{ type: 'User', ...user, client_ids }] : [];
  });
  return { principals, has_others: principals.length < gaining.length };
};
