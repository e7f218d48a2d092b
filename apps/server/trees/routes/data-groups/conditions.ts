import type { Issue } from '#contract/kit/issues.ts';
import type { SmartConditions } from '#contract/resources/data-groups.ts';
import { memberName } from '#server/access/member-names.ts';
import { calendarOf } from '#server/kit/calendar.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { dayIssues, principalOf, principalsIn } from '#server/trees/smart-conditions.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

/** Whom conditions speak of, with their names; the name is null of those who are gone. */
export const creatorsOf = async ({ tx, caller }: CallerContext, conditions: SmartConditions | null) => {
  const named = principalsIn(conditions);
  const idsOf = (type: 'User' | 'PermissionGroup') => named.filter((one) => one.type === type).map(({ id }) => id);
  const organization_id = caller.organization.id;
  const users = idsOf('User');
  const groups = idsOf('PermissionGroup');
  const [people, permissionGroups] = await Promise.all([
    users.length
      ? ofOrganization(tx, 'memberships', caller)
          .select(['id', memberName(organization_id, 'memberships.id').as('name')])
          .where('id', '=', among(users))
          .where('archived_at', 'is', null)
          .execute()
      : [],
    groups.length
      ? ofOrganization(tx, 'permission_groups', caller).select(['id', 'name']).where('id', '=', among(groups)).execute()
      : [],
  ]);
  const names = new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    ...permissionGroups.map(({ id, name }) => [-id, name] as const),
  ]);
  return named.map((one) => ({ ...one, name: names.get(principalOf(one)) ?? null }));
};

const gone = {
  User: 'This user is no longer in the organization. Choose another user, or a permission group.',
  PermissionGroup: 'This permission group no longer exists. Choose another, or a user.',
};

/**
 * What is wrong with the conditions of a data group. Who is gone may stay where they stood before: the records that they
 * created are still theirs.
 */
export const conditionIssues = async (
  context: CallerContext,
  conditions: SmartConditions | null | undefined,
  before: SmartConditions | null | undefined,
): Promise<Issue[]> => {
  if (!conditions) return [];
  const creators = await creatorsOf(context, conditions);
  const missing = new Set(creators.filter(({ name }) => name === null).map(principalOf));
  const kept = new Set(principalsIn(before).map(principalOf));
  return [
    ...dayIssues(conditions, calendarOf(context.caller.organization)),
    ...conditions.and.flatMap((one, index) => {
      if (one.field_name !== 'whodunnit') return [];
      const principal = principalOf(one.value);
      return missing.has(principal) && !kept.has(principal)
        ? [{ path: `smart_conditions.and.${index}.value`, message: gone[one.value.type] }]
        : [];
    }),
  ];
};
