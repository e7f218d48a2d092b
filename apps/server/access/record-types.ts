import type { Action, Entity } from '#contract/kit/privileges.ts';
import type { RecordType } from '#contract/record-types.ts';
import { orNoConsent } from '../kit/crud.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { Problem } from '../kit/problem.ts';
import { findRow, type RecordTable } from '../kit/rows.ts';
import { closedToPrograms } from './demands.ts';
import {
  type AccessScope,
  affiliationSteps,
  categorySteps,
  clientSteps,
  dataGroupSteps,
  fieldSteps,
  formSteps,
  internalFormSteps,
  internalRecordSteps,
  permissionGroupSteps,
  reportSteps,
  responseSteps,
  type Step,
  sequenceSteps,
  userSteps,
  visibleAffiliations,
  visibleCategories,
  visibleClients,
  visibleDataGroups,
  visibleFields,
  visibleForms,
  visibleInternalForms,
  visibleInternalRecords,
  visiblePermissionGroups,
  visibleReports,
  visibleResponses,
  visibleSequences,
  visibleUsers,
} from './scopes.ts';

type History = {
  /** The type under which versions are written, when it is not the record's own. */
  item?: RecordType;
  /** Kinds of entry that only those see who may read an entity. */
  closed?: Record<string, Entity>;
};

type Registered = {
  table: RecordTable;
  scope: AccessScope<RecordTable>;
  /** The conditions that the scope is made of, for telling why. */
  steps: (action: Action) => Step[];
  history: History;
};

const recordType = <T extends RecordTable>({
  history = {},
  ...entry
}: {
  table: T;
  scope: AccessScope<T>;
  steps: Registered['steps'];
  history?: History;
}): Registered => ({ ...entry, history });

const formHistory: History = { closed: { notification: 'notification_messages' } };

/**
 * Each type of record that a path may name, once: its table, what opens it, and what is particular about its
 * history. A type that is not in here is not found.
 */
export const recordTables: Record<RecordType, Registered> = {
  clients: recordType({ table: 'clients', scope: visibleClients, steps: clientSteps }),
  client_forms: recordType({
    table: 'responses',
    scope: visibleResponses,
    steps: responseSteps,
  }),
  forms: recordType({ table: 'forms', scope: visibleForms, steps: formSteps, history: formHistory }),
  fields: recordType({ table: 'fields', scope: visibleFields, steps: fieldSteps }),
  sequences: recordType({
    table: 'sequences',
    scope: visibleSequences,
    steps: sequenceSteps,
  }),
  internal_forms: recordType({
    table: 'forms',
    scope: visibleInternalForms,
    steps: internalFormSteps,
    history: { ...formHistory, item: 'forms' },
  }),
  internal_records: recordType({
    table: 'responses',
    scope: visibleInternalRecords,
    steps: internalRecordSteps,
    history: { item: 'client_forms' },
  }),
  permission_groups: recordType({
    table: 'permission_groups',
    scope: visiblePermissionGroups,
    steps: permissionGroupSteps,
  }),
  data_groups: recordType({
    table: 'data_groups',
    scope: visibleDataGroups,
    steps: dataGroupSteps,
  }),
  categories: recordType({
    table: 'categories',
    scope: visibleCategories,
    steps: categorySteps,
  }),
  report_definitions: recordType({
    table: 'report_definitions',
    scope: visibleReports,
    steps: reportSteps,
  }),
  affiliations: recordType({
    table: 'affiliations',
    scope: visibleAffiliations,
    steps: affiliationSteps,
  }),
  users: recordType({
    table: 'memberships',
    scope: visibleUsers,
    steps: userSteps,
  }),
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
  return orNoConsent(caller, (who) =>
    findRow(tx, table, { organization_id, id: record_id, where: scope(who, action) }),
  );
};
