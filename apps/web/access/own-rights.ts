import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { useMay, useMember } from './account.tsx';

const managed = { users: 'members', permission_groups: 'permission groups' } as const;
type ManagerEntity = keyof typeof managed;

/**
 * Asks what the person could manage no more with these groups alone: a question to ask before that is saved, or null. An owner
 * needs no groups.
 */
export const useOwnLoss = (): ((groups: readonly { privileges: EntityPrivileges }[]) => string | null) => {
  const may = useMay();
  const { account, organization } = useMember();
  if (organization.owner || account.role === 'superuser') return () => null;
  return (groups) => {
    const lost = (Object.keys(managed) as ManagerEntity[]).filter(
      (entity) =>
        may({ entity, action: 'write', on: 'entity' }) &&
        !groups.some(({ privileges }) => privileges[entity]?.includes('write')),
    );
    if (lost.length === 0) return null;
    const things = lost.map((entity) => managed[entity]).join(' and ');
    return `You won’t be able to manage ${things}. Someone else would have to give you that permission back.`;
  };
};
