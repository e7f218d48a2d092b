import { z } from 'zod';
import { personName } from '../kit/list.ts';
import { action, entity, recordActions } from '../kit/privileges.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { type RecordType, recordTypes, ungranted } from '../record-types.ts';

/** A type of record as paths name it. */
export const recordType = z.enum(Object.keys(recordTypes) as [RecordType, ...RecordType[]]);

/** Types whose records can be granted one by one. */
const grantable = recordType.exclude(ungranted);

/** A value in words, or a moment, which is shown in the zone of who reads it. */
const shownValue = z.union([z.string(), z.object({ at: timestamp })]);

/** A change of one value as people read it: labels, the words of options, names for ids, as far as the reader may see. */
export const shownChange = z.object({ label: z.string(), was: shownValue.nullable(), is: shownValue.nullable() });

export const historyEntry = z.object({
  id,
  event: z.enum(['create', 'update', 'destroy']),
  /** Field -> what it was and what it became. */
  change: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** The same as people read it. */
  shown: z.array(shownChange),
  admin_name: z.string(),
  /** Who acted in that person's name, when somebody did. */
  impersonator_name: z.string().nullable(),
  occurred_at: timestamp,
  transaction_id: z.int(),
  /** Whether the caller may undo it: the newest change, by the owner, where history holds what was before. */
  undoable: z.boolean(),
});

export const recordPermission = z.strictObject({
  permissionable_type: z.enum(['User', 'PermissionGroup']),
  permissionable_id: id,
  privileges: z.array(z.enum(recordActions)).min(1),
});

const shownPermission = recordPermission.extend({ id, name: z.string() });
const permissions = z.object({
  data: z.array(shownPermission),
  /** Of a client form: whether those alone who are listed may open its answers. */
  restricted: z.boolean().optional(),
  /** What that touches: the responses that the caller sees, and the people whom they are about. */
  response_count: z.int().optional(),
  client_count: z.int().optional(),
});

/** What gives an action: the organization's ownership, a group's privileges, or a grant on the record. */
export const accessSource = z.object({
  through: z.enum(['superuser', 'owner', 'group', 'user_grant', 'group_grant']),
  /** The group, when it comes through one. */
  group: z.object({ id, name: z.string() }).nullable(),
  actions: z.array(action),
});

/** One of the conditions that must all hold, and what makes it hold; nothing in `sources` means that it does not. */
export const accessStep = z.object({
  entity,
  action,
  /** The record that it is about: the one asked for, or one that it belongs to. */
  record_id: id,
  /** `grant`: this form is restricted, so that only a grant on it will do, and no privilege on the entity. */
  by: z.enum(['privilege', 'grant']),
  sources: z.array(accessSource),
});

const shownAction = z.enum(recordActions);

/** Somebody's access to a record. */
export const recordAccess = z.object({
  user: z.object({ id, name: z.string(), email: z.string() }),
  owner: z.boolean(),
  /** What they can do with it. */
  actions: z.array(shownAction),
  /** Action by action the conditions, in the order in which they are asked. */
  chain: z.array(z.object({ action: shownAction, allowed: z.boolean(), steps: z.array(accessStep) })),
});

export const recordRoutes = {
  versions: route({
    method: 'GET',
    path: '/organization/:org/:record_type/:record_id/versions',
    access: 'member',
    audited: true,
    params: { record_type: recordType },
    summary: 'Show who recorded and changed a record; with history=true, every change by field',
    query: z.strictObject({ history: z.enum(['true', 'false']).optional() }),
    response: z.object({
      record_id: id,
      record_type: recordType,
      created_at: timestamp,
      created_by: personName.nullable(),
      updated_at: timestamp,
      updated_by: personName.nullable(),
      history: z.array(historyEntry),
    }),
  }),
  undo: route({
    method: 'POST',
    path: '/organization/:org/:record_type/:record_id/version_rollbacks',
    access: 'member',
    audited: true,
    params: { record_type: recordType },
    summary: 'Undo the newest change of a record, as the owner; recorded as a new change',
    body: z.strictObject({ version_id: id }),
    response: z.object({
      record_type: recordType,
      record_id: id,
      /** The labels of what stays as it is, because history does not hold what it was. */
      left: z.array(z.string()),
    }),
  }),
  recordPermissions: route({
    method: 'GET',
    path: '/organization/:org/:record_type/:record_id/record_permissions',
    access: { entity: 'permission_groups', action: 'write', on: 'entity' },
    params: { record_type: grantable },
    summary: 'List the people and groups with permissions for one record',
    response: permissions.extend({
      /** How many users can see the record, through their groups too; of a form, its questions. */
      reader_count: z.int(),
      /** Of a client form: how many can read any of its answers. */
      answer_reader_count: z.int().optional(),
    }),
  }),
  setRecordPermissions: route({
    method: 'PUT',
    path: '/organization/:org/:record_type/:record_id/record_permissions',
    access: { entity: 'permission_groups', action: 'write', on: 'entity' },
    audited: true,
    params: { record_type: grantable },
    summary: 'Replace the permissions for one record',
    body: z.strictObject({
      record_permissions: z.array(recordPermission).max(500),
      /** Of a form; left out, it becomes true with the first grant and false with an empty list. */
      restricted: z.boolean().optional(),
    }),
    response: permissions,
  }),
  access: route({
    method: 'GET',
    path: '/organization/:org/:record_type/:record_id/access',
    audited: true,
    access: { entity: 'permission_groups', action: 'write', on: 'entity' },
    params: { record_type: grantable },
    summary: 'List who can see, change or remove a record, and why; with user_id, for one person',
    query: z.strictObject({
      user_id: z
        .string()
        .regex(/^[1-9]\d{0,15}$/, 'Choose a user')
        .transform(Number)
        .optional(),
    }),
    response: z.object({
      /** Of a form, who can see its questions. */
      data: z.array(recordAccess),
      /** Of a client form: who can read, change or delete any of its answers. */
      answers: z.array(recordAccess.omit({ chain: true })).optional(),
    }),
  }),
};
