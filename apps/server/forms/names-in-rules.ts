import type { FormDefinition } from '#forms/definition/form-definition.ts';
import type { Names } from '#forms/words/condition-words.ts';
import { neededNames } from '#forms/words/topics.ts';
import { memberName } from '#server/access/member-names.ts';
import { visiblePermissionGroups, visibleUsers } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;
type NamedRow = { id: number; name: string };

const byId = (rows: NamedRow[]) => new Map(rows.map(({ id, name }) => [id, name]));

/** What the users and permission groups are called that the rules of a form hold by id, as far as the caller may see them. */
export const namesInRules = async (
  { tx, caller }: CallerContext,
  { logic }: Pick<FormDefinition, 'logic'>,
): Promise<Names> => {
  const needed = logic.map(({ condition }) => neededNames(condition));
  const users = ofOrganization(tx, 'memberships', caller)
    .where(visibleUsers(caller, 'read'))
    .select(['id', memberName(caller.organization.id, 'memberships.id').as('name')]);
  const groups = ofOrganization(tx, 'permission_groups', caller)
    .where(visiblePermissionGroups(caller, 'read'))
    .select(['id', 'name']);
  return {
    users: byId(needed.some((one) => one.users) ? await users.execute() : []),
    groups: byId(needed.some((one) => one.groups) ? await groups.execute() : []),
  };
};
