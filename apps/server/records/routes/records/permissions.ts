import { sql } from 'kysely';
import { type RecordAction, satisfies } from '#contract/kit/privileges.ts';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import type { recordRoutes } from '#contract/resources/records.ts';
import { memberName } from '#server/access/member-names.ts';
import { findRecord } from '#server/access/record-types.ts';
import { visibleResponses } from '#server/access/scopes.ts';
import { note } from '#server/kit/audit.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { readerCounts } from './access.ts';

type Params = { record_type: RecordType; record_id: number };
type GrantInput = {
  permissionable_type: 'User' | 'PermissionGroup';
  permissionable_id: number;
  privileges: RecordAction[];
};

/** Who was given a record. */
const grantsOn = async ({ tx, caller }: MemberContext, { record_type, record_id }: Params) => {
  const rows = await tx
    .selectFrom('record_permissions as given')
    .leftJoin('permission_groups as groups', (join) =>
      join
        .on('groups.organization_id', '=', caller.organization.id)
        .onRef('groups.id', '=', 'given.permission_group_id'),
    )
    .select([
      'given.id',
      'given.user_id',
      'given.permission_group_id',
      'given.actions',
      'groups.name',
      memberName(caller.organization.id, 'given.user_id').as('member_name'),
    ])
    .where('given.entity', '=', recordTypes[record_type].entity)
    .where('given.record_id', '=', record_id)
    .orderBy('given.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    permissionable_type: row.user_id ? ('User' as const) : ('PermissionGroup' as const),
    permissionable_id: (row.user_id ?? row.permission_group_id) as number,
    name: row.name ?? row.member_name,
    privileges: row.actions as RecordAction[],
  }));
};
type RecordGrant = Awaited<ReturnType<typeof grantsOn>>[number];

/** Users and groups of the organization, or the issue that names the entry. */
const checkPrincipals = async ({ tx }: MemberContext, sent: GrantInput[]) => {
  const idsOf = (type: GrantInput['permissionable_type']) =>
    sent.filter((one) => one.permissionable_type === type).map((one) => one.permissionable_id);
  const within = (table: 'memberships' | 'permission_groups', ids: number[]) =>
    tx
      .selectFrom(table as 'memberships')
      .select('id')
      .where('id', '=', among(ids))
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
    if (first < index) throw invalid(path, 'This user or group is in the list twice');
  }
};

/** The list of grants as it stands, and as it is to be. */
type Change = { before: RecordGrant[]; sent: GrantInput[] };

type Restriction = { restricted: boolean; form_type: string };

/** Whether the answers of a form are open to its list alone, locked until the request ends; null for what is no form. */
const restrictionOf = async (
  { tx, caller }: MemberContext,
  { record_type, record_id }: Params,
): Promise<Restriction | null> =>
  record_type === 'forms'
    ? ofOrganization(tx, 'forms', caller)
        .select(['restricted', 'form_type'])
        .where('id', '=', record_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
    : null;

/** Whether the flag is set after a change: as it is sent, else with the first grant, and not without any. */
const restrictedAfter = (form: Restriction, flag: boolean | undefined, { before, sent }: Change): boolean => {
  if (form.form_type !== 'client') {
    if (flag)
      throw invalid(
        'restricted',
        'Choose the internal form: permissions for records of Resources are given for each form',
      );
    return false;
  }
  if (flag && sent.length === 0) throw invalid('restricted', 'Add the people or groups who can open the answers first');
  return flag ?? (sent.length > 0 && (before.length === 0 || form.restricted));
};

/** A grant on the form of the caller's own; the privilege on forms opens no restricted one. */
const holdsGrant = (context: MemberContext, own: RecordGrant[], action: RecordAction): boolean =>
  own.some(
    ({ permissionable_type, permissionable_id, privileges }) =>
      context.caller.principals.includes(permissionable_type === 'User' ? permissionable_id : -permissionable_id) &&
      satisfies(privileges, action),
  );

/** The actions of grants that others do not hold in the same way. */
const beyond = (these: GrantInput[], others: GrantInput[]): RecordAction[] =>
  these.flatMap(({ permissionable_type, permissionable_id, privileges }) => {
    const same = others.find(
      (one) => one.permissionable_type === permissionable_type && one.permissionable_id === permissionable_id,
    );
    return privileges.filter((action) => !same?.privileges.includes(action));
  });

/**
 * Nobody gives, or takes away, an action on a record that they do not hold there themselves. A restricted form is
 * opened to others, or to all, by who was given it with write.
 */
const checkHeld = async (
  context: MemberContext,
  params: Params,
  { before, sent, isRestricted }: Change & { isRestricted: boolean },
) => {
  if (context.caller.everything) return;
  if (isRestricted && !holdsGrant(context, before, 'write')) throw new Problem('forbidden');
  for (const action of new Set([...beyond(sent, before), ...beyond(before, sent)])) {
    if (isRestricted && !holdsGrant(context, before, action)) throw new Problem('forbidden');
    await findRecord(context, params, action).catch(() => {
      throw new Problem('forbidden');
    });
  }
};

/** Somebody keeps write access: only who owns the organization takes it from all, and from a restricted form with the flag. */
const checkWriter = ({ caller }: MemberContext, { before, sent }: Change, staysRestricted: boolean) => {
  const hadWriter = before.some(({ privileges }) => privileges.includes('write'));
  const keepsWriter = sent.some(({ privileges }) => satisfies(privileges, 'write'));
  if (hadWriter && !keepsWriter && (!caller.everything || staysRestricted))
    throw invalid('record_permissions', 'At least one person must keep write access');
};

/** Sets the flag. That answers were opened to all who may read them stands in the audit log by itself. */
const setRestricted = async (context: MemberContext, { record_id }: Params, restricted: boolean) => {
  const { tx, caller, address, request_id } = context;
  await tx.updateTable('forms').set({ restricted }).where('id', '=', record_id).execute();
  if (restricted) return;
  await note(tx, {
    operation: 'form restriction lifted',
    result: 'ok',
    organization_id: caller.organization.id,
    user_id: caller.person.id,
    impersonator_id: caller.impersonator_id,
    record_id,
    address,
    request_id,
  });
};

/** What the flag touches: the responses that the caller may see, and the people whom they are about. */
const touchedBy = async ({ tx, caller }: MemberContext, form_id: number) =>
  ofOrganization(tx, 'responses', caller)
    .select((eb) => [
      eb.fn.countAll<number>().as('response_count'),
      eb.fn.count<number>('client_id').distinct().as('client_count'),
    ])
    .where('form_id', '=', form_id)
    .where(visibleResponses(caller, 'read'))
    .executeTakeFirstOrThrow();

/** The list as it is shown; of a form with its flag. */
const serializePermissions = async (context: MemberContext, params: Params, form: Restriction | null) => ({
  data: await grantsOn(context, params),
  ...(form?.form_type === 'client'
    ? { restricted: form.restricted, ...(await touchedBy(context, params.record_id)) }
    : {}),
});

export const recordPermissions: Handler<typeof recordRoutes.recordPermissions> = async ({ params }, context) => {
  await findRecord(context, params, 'read');
  const form = await restrictionOf(context, params);
  const list = await serializePermissions(context, params, form);
  return { ...list, ...(await readerCounts(context, params, form?.form_type === 'client')) };
};

/** Makes this the list of grants on a record, writing only what differs; of a form also whether it is restricted. */
export const setRecordPermissions: Handler<typeof recordRoutes.setRecordPermissions> = async (
  { params, body },
  context,
) => {
  const { tx, caller } = context;
  await findRecord(context, params, 'read');
  const sent = body.record_permissions as GrantInput[];
  const form = await restrictionOf(context, params);
  if (!form && body.restricted !== undefined) throw invalid('restricted', 'Only forms can be restricted');
  const change = { before: await grantsOn(context, params), sent };
  const restricted = form !== null && restrictedAfter(form, body.restricted, change);
  await checkPrincipals(context, sent);
  await checkHeld(context, params, { ...change, isRestricted: form?.restricted ?? false });
  checkWriter(context, change, restricted);
  const record = {
    organization_id: caller.organization.id,
    entity: recordTypes[params.record_type].entity,
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
          .doUpdateSet((eb) => ({ actions: eb.ref('excluded.actions'), updated_at: eb.ref('excluded.updated_at') })),
      )
      .execute();
  if (form && restricted !== form.restricted) await setRestricted(context, params, restricted);
  return serializePermissions(context, params, form && { ...form, restricted });
};
