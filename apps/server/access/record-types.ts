import type { Action } from '#contract/kit/privileges.ts';
import type { RecordType } from '#contract/resources/records.ts';
import type { Member, MemberContext } from '../kit/handlers.ts';
import { findRow, type RecordTable, type Where } from '../kit/rows.ts';
import { recordsOf, visibleClients, visibleResponses } from './scopes.ts';

type Registered = { table: RecordTable; scope: (caller: Member, action: Action) => Where<never> };

const registered = <T extends RecordTable>(
  table: T,
  scope: (caller: Member, action: Action) => Where<T>,
): Registered => ({
  table,
  scope: scope as unknown as Registered['scope'],
});

/** The table and the scope behind each type of record that a path may name. A type that is not in here is not found. */
const recordTables: Record<RecordType, Registered> = {
  clients: registered('clients', visibleClients),
  client_forms: registered('responses', visibleResponses),
  forms: registered('forms', recordsOf<'forms'>('forms', 'forms.id')),
  fields: registered('fields', recordsOf<'fields'>('fields', 'fields.id')),
  permission_groups: registered(
    'permission_groups',
    recordsOf<'permission_groups'>('permission_groups', 'permission_groups.id'),
  ),
  users: registered('memberships', recordsOf<'memberships'>('users', 'memberships.id')),
};

type Named = { record_type: RecordType; record_id: number };

/** The record of a path, when the caller may do this with it; else not_found. */
export const findRecord = (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  { record_type, record_id }: Named,
  action: Action,
) => {
  const { table, scope } = recordTables[record_type];
  return findRow(tx, table, caller.organization.id, record_id, scope(caller, action) as never);
};
