import type { Action } from '#contract/kit/privileges.ts';
import type { RecordType } from '#contract/resources/records.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { Problem } from '../kit/problem.ts';
import { findRow, type RecordTable } from '../kit/rows.ts';
import { closedToPrograms } from './demands.ts';
import {
  type AccessScope,
  clientSteps,
  fieldSteps,
  formSteps,
  internalFormSteps,
  permissionGroupSteps,
  responseSteps,
  type Step,
  sequenceSteps,
  userSteps,
  visibleClients,
  visibleFields,
  visibleForms,
  visibleInternalForms,
  visiblePermissionGroups,
  visibleResponses,
  visibleSequences,
  visibleUsers,
} from './scopes.ts';

type Registered = {
  table: RecordTable;
  scope: AccessScope<RecordTable>;
  /** The conditions that the scope is made of, for telling why. */
  steps: (action: Action) => Step[];
};

const registered = <T extends RecordTable>(
  table: T,
  scope: AccessScope<T>,
  steps: Registered['steps'],
): Registered => ({ table, scope, steps });

/** What stands behind each type of record that a path may name. A type that is not in here is not found. */
export const recordTables: Record<RecordType, Registered> = {
  clients: registered('clients', visibleClients, clientSteps),
  client_forms: registered('responses', visibleResponses, responseSteps),
  forms: registered('forms', visibleForms, formSteps),
  fields: registered('fields', visibleFields, fieldSteps),
  sequences: registered('sequences', visibleSequences, sequenceSteps),
  internal_forms: registered('forms', visibleInternalForms, internalFormSteps),
  permission_groups: registered('permission_groups', visiblePermissionGroups, permissionGroupSteps),
  users: registered('memberships', visibleUsers, userSteps),
};

type Named = { record_type: RecordType; record_id: number };

/** The record of a path, when the caller may do this with it; else not_found. */
export const findRecord = (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  { record_type, record_id }: Named,
  action: Action,
) => {
  if (caller.api_credential_id && closedToPrograms.has(record_type)) throw new Problem('forbidden');
  const { table, scope } = recordTables[record_type];
  const organization_id = caller.organization.id;
  return findRow(tx, table, { organization_id, id: record_id, where: scope(caller, action) });
};
