import type { Action, Entity } from '#contract/kit/privileges.ts';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import { orNoConsent } from '../kit/crud.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { Problem } from '../kit/problem.ts';
import { findRow, type RecordTable } from '../kit/rows.ts';
import { closedToPrograms } from './demands.ts';
import {
  type AccessScope,
  clientSteps,
  internalFormSteps,
  internalRecordSteps,
  type PlainType,
  plainScope,
  plainSteps,
  responseSteps,
  type Step,
  userSteps,
  visibleClients,
  visibleInternalForms,
  visibleInternalRecords,
  visibleResponses,
  visibleUsers,
} from './scopes.ts';

type History = {
  /** The type under which versions are written, when it is not the record's own. */
  item?: RecordType;
  /** Kinds of entry that only those see who may read an entity. */
  closed?: Record<string, Entity>;
};

type RecordTypeEntry = {
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
  steps: RecordTypeEntry['steps'];
  history?: History;
}): RecordTypeEntry => ({ ...entry, history });

/** A type that the privilege on its entity opens, and nothing else. Its table has its name. */
const plainType = (type: PlainType, history?: History) =>
  recordType({ table: type, scope: plainScope(type), steps: plainSteps(type), history });

const formHistory: History = { closed: { notification: 'notification_messages' } };

/** The types that are no table of their own, that more than a privilege opens, or whose history is particular. */
const particular: Record<Exclude<RecordType, PlainType>, RecordTypeEntry> &
  Partial<Record<PlainType, RecordTypeEntry>> = {
  clients: recordType({ table: 'clients', scope: visibleClients, steps: clientSteps }),
  client_forms: recordType({
    table: 'responses',
    scope: visibleResponses,
    steps: responseSteps,
  }),
  forms: plainType('forms', formHistory),
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
  users: recordType({
    table: 'memberships',
    scope: visibleUsers,
    steps: userSteps,
  }),
};

const isPlain = (type: RecordType): type is PlainType => !(type in particular);

/** Each type of record that a path may name, once: its table, what opens it, and what is particular about its history. */
export const recordTables = Object.fromEntries(
  (Object.keys(recordTypes) as RecordType[]).map((type) => [type, isPlain(type) ? plainType(type) : particular[type]]),
) as Record<RecordType, RecordTypeEntry>;

/** Returns the type under which history keeps a record: an internal form, for one, is a form. */
export const historyItem = (type: RecordType): RecordType => recordTables[type].history.item ?? type;

type RecordReference = { record_type: RecordType; record_id: number };

/** The record of a path, when the caller may do this with it; else not_found. */
export const findRecord = (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  { record_type, record_id }: RecordReference,
  action: Action,
) => {
  if (caller.api_credential_id && closedToPrograms.has(record_type)) throw new Problem('forbidden');
  const { table, scope } = recordTables[record_type];
  const organization_id = caller.organization.id;
  return orNoConsent(caller, (who) =>
    findRow(tx, table, { organization_id, id: record_id, where: scope(who, action) }),
  );
};
