import { z } from 'zod';
import { type Action, actionsOf, type Entity, entityPrivileges, recordActions } from '../kit/privileges.ts';
import { cloneRoutes, crudRoutes, defineResource } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { name, text } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';
import { startedJob } from './jobs.ts';

/** Privileges as they may be given: of each entity only the actions that are offered. */
const given = (offered: (name: Entity) => readonly Action[]) =>
  entityPrivileges.superRefine((value, context) => {
    for (const [name, actions] of Object.entries(value) as [Entity, Action[]][])
      for (const one of actions)
        if (!offered(name).includes(one))
          context.addIssue({ code: 'custom', path: [name], message: `${one} is not an action of this entity` });
  });

/** What its members may do, entity by entity. */
export const permissionGroups = defineResource({
  name: 'permission_groups',
  ...recordTypes.permission_groups,
  fields: z.object({
    name: name(),
    default: z.boolean(),
    privileges: given(actionsOf),
    record_permission_assignments: given(() => recordActions),
  }),
  optional: ['default', 'privileges', 'record_permission_assignments'],
  shown: z.object({
    privileges: entityPrivileges,
    record_permission_assignments: entityPrivileges,
    users: z.array(z.object({ id, name: z.string() })),
    user_count: z.int(),
  }),
  filters: z.object({}),
  sort: ['name', 'created_at', 'updated_at'],
});

/** A place of a group, such as an office or a shelter. It gives and takes no access. */
export const groupLocation = z.strictObject({
  name: name(),
  address: text(500),
  /** Latitude and longitude in degrees, or null while the place is not on the map. */
  location: z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]).nullable(),
});
const locations = z.object({ data: z.array(groupLocation.extend({ id })) });

const one = `${permissionGroups.path}/:id` as const;

const crud = crudRoutes(permissionGroups);
const { clone } = cloneRoutes(permissionGroups, {
  summary: 'Copy a permission group and, on request, its members, record permissions, pinned messages and locations',
  body: z.strictObject({ include_data: z.boolean() }).partial(),
});

export const permissionGroupRoutes = {
  ...crud,
  create: route({ ...crud.create, audited: true }),
  update: route({ ...crud.update, audited: true }),
  remove: route({ ...crud.remove, audited: true }),
  clone: route({ ...clone, audited: true }),
  applyExtended: route({
    method: 'POST',
    path: `${one}/apply`,
    access: { entity: 'permission_groups', action: 'write', on: 'record' },
    audited: true,
    summary: 'Give the group its extended permissions on records its current members already made, in a job',
    response: z.object({ job: startedJob }),
    status: 202,
  }),
  locations: route({
    method: 'GET',
    path: `${one}/locations`,
    access: { entity: 'permission_groups', action: 'read', on: 'record' },
    summary: 'List the locations of a permission group',
    response: locations,
  }),
  setLocations: route({
    method: 'PUT',
    path: `${one}/locations`,
    access: { entity: 'permission_groups', action: 'write', on: 'record' },
    summary: 'Replace the locations of a permission group',
    body: z.strictObject({
      locations: z.array(groupLocation).max(200),
      /** That of the group. */
      lock_version: z.int().optional(),
    }),
    response: locations,
  }),
};
