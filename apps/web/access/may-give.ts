import { actions, type EntityPrivileges, entities } from '#contract/kit/privileges.ts';
import { useMay } from './account.tsx';

type GroupPrivileges = { privileges: EntityPrivileges; record_permission_assignments: EntityPrivileges };

/** Nobody gives what they lack, nor takes it away: asks whether the person holds everything that a permission group gives. */
export const useMayGive = (): ((group: GroupPrivileges) => boolean) => {
  const may = useMay();
  const holds = (privileges: EntityPrivileges) =>
    entities.every((entity) =>
      actions.every((action) => !privileges[entity]?.includes(action) || may({ entity, action, on: 'entity' })),
    );
  return ({ privileges, record_permission_assignments }) => holds(privileges) && holds(record_permission_assignments);
};
