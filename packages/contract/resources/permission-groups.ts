import { z } from 'zod';
import { entityPrivileges } from '../kit/privileges.ts';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { id } from '../kit/route.ts';
import { name } from '../kit/text.ts';

/** What its members may do, entity by entity. */
export const permissionGroups = defineResource({
  name: 'permission_groups',
  entity: 'permission_groups',
  title: { one: 'permission group', many: 'permission groups' },
  fields: z.object({
    name: name(),
    default: z.boolean(),
    privileges: entityPrivileges,
    record_permission_assignments: entityPrivileges,
  }),
  optional: ['default', 'privileges', 'record_permission_assignments'],
  shown: z.object({
    users: z.array(z.object({ id, name: z.string() })),
    user_count: z.int(),
  }),
  filters: z.object({}),
  sort: ['name', 'created_at', 'updated_at'],
});

export const permissionGroupRoutes = crudRoutes(permissionGroups);
