import type { RecordType } from '#contract/record-types.ts';
import type { DraftSubject } from '#contract/resources/drafts.ts';
import { holds } from '#server/access/demands.ts';
import { findRecord } from '#server/access/record-types.ts';
import {
  type AccessScope,
  fillable,
  visibleClients,
  visibleForms,
  visibleInternalForms,
  visibleInternalRecords,
  visiblePublicInstances,
  visibleReports,
  visibleResponses,
} from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { ofOrganization, type RecordTable } from '#server/kit/rows.ts';
import { subjectsNow } from '#server/people/drafted.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

const mayOn = async <T extends RecordTable>(
  { tx, caller }: CallerContext,
  { table, scope, id, action }: { table: T; scope: AccessScope<T>; id: number; action: 'read' | 'write' },
): Promise<boolean> => {
  const row = await ofOrganization(tx, table as 'clients', caller)
    .select('id')
    .where('id', '=', id)
    .where((scope as AccessScope<'clients'>)(caller, action))
    .executeTakeFirst();
  return row !== undefined;
};

const mayFillIn = async ({ tx, caller }: CallerContext, form_id: number): Promise<boolean> => {
  const row = await ofOrganization(tx, 'forms', caller)
    .select('id')
    .where('id', '=', form_id)
    .where('form_type', '=', 'client')
    .where(fillable(caller))
    .executeTakeFirst();
  return row !== undefined;
};

const mayNote = async (
  asking: CallerContext,
  record: { record_type: RecordType; record_id: number },
): Promise<boolean> => {
  if (!holds(asking.caller, { entity: 'notes', action: 'write' })) return false;
  try {
    await findRecord(asking, record, 'read');
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
};

const records = {
  clients: { table: 'clients', scope: visibleClients },
  forms: { table: 'forms', scope: visibleForms },
  report_definitions: { table: 'report_definitions', scope: visibleReports },
} as const;

const responses = {
  client_forms: visibleResponses,
  internal_records: visibleInternalRecords,
  public_form_instances: visiblePublicInstances,
};

/** Whether the caller may do now what a draft is for. If its person was merged, the remaining person counts. */
export const isOpen = async (asking: CallerContext, drafted: DraftSubject): Promise<boolean> => {
  const { caller } = asking;
  const [subject = drafted] = await subjectsNow(asking, [drafted]);
  if (subject.kind === 'new_response') {
    if (!holds(caller, { entity: 'client_forms', action: 'write' })) return false;
    const client = { table: 'clients', scope: visibleClients, id: subject.client_id, action: 'read' } as const;
    return (await mayOn(asking, client)) && mayFillIn(asking, subject.form_id);
  }
  if (subject.kind === 'new_note') return mayNote(asking, subject);
  const { kind, id } = subject;
  if (kind === 'client_forms' || kind === 'internal_records' || kind === 'public_form_instances')
    return mayOn(asking, { table: 'responses', scope: responses[kind], id, action: 'write' });
  if (kind === 'new_record') return mayOn(asking, { table: 'forms', scope: visibleInternalForms, id, action: 'write' });
  if (id === null) return holds(caller, { entity: kind, action: 'write' });
  return mayOn<keyof typeof records>(asking, {
    ...(records[kind] as { table: 'clients'; scope: AccessScope<'clients'> }),
    id,
    action: 'write',
  });
};

/** Why a draft is not shown. It says no more than that the record does not open: not whether there is one. */
export const whyClosed = ({ kind }: DraftSubject): string => {
  if (kind === 'new_response')
    return 'The person or the form was archived, merged or deleted, or you can no longer use them.';
  if (kind === 'new_note') return 'The record was deleted, or you can no longer write notes on it.';
  if (kind === 'client_forms' || kind === 'public_form_instances')
    return 'The response was deleted, or you can no longer change it.';
  if (kind === 'internal_records') return 'The record was deleted, or you can no longer change it.';
  if (kind === 'new_record') return 'The internal form was deleted, or you can no longer add records to it.';
  if (kind === 'report_definitions') return 'The report was deleted, or you can no longer change it.';
  return kind === 'clients'
    ? 'The person was archived or merged, or you can no longer change them.'
    : 'The form was deleted, or you can no longer change it.';
};
