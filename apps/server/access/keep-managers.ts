import type { Entity } from '#contract/kit/privileges.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { invalid } from '../kit/problem.ts';
import { takeTurn } from '../kit/take-turn.ts';
import { holds } from './demands.ts';
import { membersOf } from './members.ts';

const managed = { users: 'members', permission_groups: 'permission groups' } as const satisfies Partial<
  Record<Entity, string>
>;

/**
 * Refuses what the caller has just written about their own rights if no member could then manage members or permission
 * groups. Two people who do this at the same time wait for each other.
 * @param path the field that is wrong
 * @throws invalid
 */
export const keepManagers = async ({ tx, caller }: MemberContext, path: string): Promise<void> => {
  if (caller.everything) return;
  const own = (Object.keys(managed) as (keyof typeof managed)[]).filter((entity) =>
    holds(caller, { entity, action: 'write' }),
  );
  if (own.length === 0) return;
  await takeTurn(tx, 'managers', caller.organization.id);
  const members = await membersOf(tx, caller.organization);
  const lost = own.filter((entity) => !members.some((member) => holds(member, { entity, action: 'write' })));
  const words = lost.map((entity) => managed[entity]).join(' and ');
  if (lost.length > 0) throw invalid(path, `No one else can manage ${words}. Give someone else this permission first.`);
};
