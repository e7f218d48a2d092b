import { sql } from 'kysely';
import { type RecordAction, satisfies } from '#contract/kit/privileges.ts';
import { type RecordType, type recordRoutes, recordTypes } from '#contract/resources/records.ts';
import { findRecord } from '#server/access/record-types.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';

type Params = { record_type: RecordType; record_id: number };
type Sent = { permissionable_type: 'User' | 'PermissionGroup'; permissionable_id: number; privileges: RecordAction[] };

const present = async ({ tx, caller }: MemberContext, { record_type, record_id }: Params) => {
  const rows = await tx
    .selectFrom('record_permissions as given')
    .leftJoin('permission_groups as groups', (join) =>
      join
        .onRef('groups.organization_id', '=', 'given.organization_id')
        .onRef('groups.id', '=', 'given.permission_group_id'),
    )
    .select([
      'given.id',
      'given.user_id',
      'given.permission_group_id',
      'given.actions',
      'groups.name',
      sql<string>`kit.member_name(given.organization_id, given.user_id)`.as('member_name'),
    ])
    .where('given.organization_id', '=', caller.organization.id)
    .where('given.entity', '=', recordTypes[record_type])
    .where('given.record_id', '=', record_id)
    .orderBy('given.id')
    .execute();
  return {
    data: rows.map((row) => ({
      id: row.id,
      permissionable_type: row.user_id ? ('User' as const) : ('PermissionGroup' as const),
      permissionable_id: (row.user_id ?? row.permission_group_id) as number,
      name: row.name ?? row.member_name,
      privileges: row.actions as RecordAction[],
    })),
  };
};

/** Users and groups of the organisation, or the issue that names the entry. */
const checkPrincipals = async ({ tx, caller }: MemberContext, sent: Sent[]) => {
  const idsOf = (type: Sent['permissionable_type']) =>
    sent.filter((one) => one.permissionable_type === type).map((one) => one.permissionable_id);
  const within = (table: 'memberships' | 'permission_groups', ids: number[]) =>
    tx
      .selectFrom(table as 'memberships')
      .select('id')
      .where('organization_id', '=', caller.organization.id)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .execute();
  const users = new Set((await within('memberships', idsOf('User'))).map(({ id }) => id));
  const groups = new Set((await within('permission_groups', idsOf('PermissionGroup'))).map(({ id }) => id));
  for (const [index, { permissionable_type, permissionable_id }] of sent.entries()) {
    const path = `record_permissions.${index}.permissionable_id`;
    const known = permissionable_type === 'User' ? users : groups;
    if (!known.has(permissionable_id)) throw invalid(path, 'Choose a user or group of this organization');
    const first = sent.findIndex(
      (one) => one.permissionable_type === permissionable_type && one.permissionable_id === permissionable_id,
    );
    if (first < index) throw invalid(path, 'This user or group stands twice in the list');
  }
};

/** Nobody gives an action on a record that they do not hold there themselves (R28). */
const checkHeld = async (context: MemberContext, params: Params, sent: Sent[]) => {
  if (context.caller.everything) return;
  const before = (await present(context, params)).data;
  const isNew = (one: Sent, action: RecordAction) =>
    !before.some(
      (known) =>
        known.permissionable_type === one.permissionable_type &&
        known.permissionable_id === one.permissionable_id &&
        known.privileges.includes(action),
    );
  const given = new Set(sent.flatMap((one) => one.privileges.filter((action) => isNew(one, action))));
  for (const action of given)
    await findRecord(context, params, action).catch(() => {
      throw new Problem('forbidden');
    });
  const hadWriter = before.some(({ privileges }) => privileges.includes('write'));
  const keepsWriter = sent.some(({ privileges }) => satisfies(privileges, 'write'));
  if (hadWriter && !keepsWriter) throw invalid('record_permissions', 'At least one person must keep write access');
};

export const recordPermissions: Handler<typeof recordRoutes.recordPermissions> = async ({ params }, context) => {
  await findRecord(context, params, 'read');
  return present(context, params);
};

/** Makes this the list of grants on a record, writing only what differs. */
export const setRecordPermissions: Handler<typeof recordRoutes.setRecordPermissions> = async (
  { params, body },
  context,
) => {
  const { tx, caller } = context;
  await findRecord(context, params, 'read');
  const sent = body.record_permissions as Sent[];
  await checkPrincipals(context, sent);
  await checkHeld(context, params, sent);
  const record = {
    organization_id: caller.organization.id,
    entity: recordTypes[params.record_type],
    record_id: params.record_id,
  };
  const principals = sent.map((one) =>
    one.permissionable_type === 'User' ? one.permissionable_id : -one.permissionable_id,
  );
  await tx
    .deleteFrom('record_permissions')
    .where((eb) => eb.and(record))
    .where('principal', '!=', sql<number>`all(${principals}::bigint[])`)
    .execute();
  if (sent.length)
    await tx
      .insertInto('record_permissions')
      .values(
        sent.map(({ permissionable_type, permissionable_id, privileges }) => ({
          ...record,
          user_id: permissionable_type === 'User' ? permissionable_id : null,
          permission_group_id: permissionable_type === 'PermissionGroup' ? permissionable_id : null,
          actions: [...new Set(privileges)],
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'entity', 'record_id', 'principal'])
          .doUpdateSet((eb) => ({ actions: eb.ref('excluded.actions'), updated_at: sql<string>`now()` })),
      )
      .execute();
  return present(context, params);
};
