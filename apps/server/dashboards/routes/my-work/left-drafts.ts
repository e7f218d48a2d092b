import type { z } from 'zod';
import type { personName } from '#contract/kit/list.ts';
import { type DraftSubject, draftSubjectOf } from '#contract/resources/drafts.ts';
import type { LeftDraft } from '#contract/resources/my-work.ts';
import { holds } from '#server/access/demands.ts';
import {
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
import { among, conditionOn, ofOrganization, type Where } from '#server/kit/rows.ts';
import { draftSubject, subjectsNow } from '#server/people/drafted.ts';

/** So many are told; the others come when these are gone. */
const maxLeft = 20;

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;
type Client = z.input<typeof personName>;
type DraftLabel = Omit<LeftDraft, 'subject' | 'saved_at'>;

const clientsOf = async ({ tx, caller }: CallerContext, ids: number[], where: Where<'clients'>) => {
  if (ids.length === 0) return new Map<number, Client>();
  const rows = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among(ids))
    .where(where)
    .execute();
  return new Map<number, Client>(rows.map((row) => [row.id, row]));
};

const formsOf = async ({ tx, caller }: CallerContext, ids: number[], where: Where<'forms'>) => {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await ofOrganization(tx, 'forms', caller)
    .select(['id', 'name'])
    .where('id', '=', among(ids))
    .where(where)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const reportsOf = async ({ tx, caller }: CallerContext, ids: number[]) => {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await ofOrganization(tx, 'report_definitions', caller)
    .select(['id', 'name'])
    .where('id', '=', among(ids))
    .where(visibleReports(caller, 'write'))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Responses of all kinds with the name of their form, and the person whom they are about. */
const responsesOf = async ({ tx, caller }: CallerContext, ids: number[], where: Where<'responses'>) => {
  if (ids.length === 0) return new Map<number, DraftLabel>();
  const rows = await ofOrganization(tx, 'responses', caller)
    .innerJoin('forms', (join) =>
      join.onRef('forms.organization_id', '=', 'responses.organization_id').onRef('forms.id', '=', 'responses.form_id'),
    )
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.organization_id', '=', 'responses.organization_id')
        .onRef('clients.id', '=', 'responses.client_id'),
    )
    .select([
      'responses.id',
      'responses.form_id',
      'forms.name',
      'clients.id as client_id',
      'clients.first_name',
      'clients.last_name',
    ])
    .where('responses.id', '=', among(ids))
    .where(where)
    .execute();
  return new Map(
    rows.map(({ id, name, form_id, client_id, first_name, last_name }) => [
      id,
      { name, form_id, client: client_id === null ? null : { id: client_id, first_name, last_name } },
    ]),
  );
};

const aNew: DraftLabel = { name: null, form_id: null, client: null };
const called = (name: string | undefined): DraftLabel | null => (name === undefined ? null : { ...aNew, name });

/** Names what drafts are for, of each kind in one statement; null for what the caller may not do any more. */
const naming = async (asking: CallerContext, subjects: DraftSubject[]) => {
  const { caller } = asking;
  const idsOf = (...kinds: DraftSubject['kind'][]) =>
    subjects.flatMap((one) => ('id' in one && one.id !== null && kinds.includes(one.kind) ? [one.id] : []));
  const recorded = subjects.filter((one) => one.kind === 'new_response');
  const ofClients = conditionOn('forms')('forms.form_type', '=', 'client');
  const changed = await clientsOf(asking, idsOf('clients'), visibleClients(caller, 'write'));
  const noted = subjects.flatMap((one) =>
    one.kind === 'new_note' && one.record_type === 'clients' ? [one.record_id] : [],
  );
  const recordedFor = [...recorded.map(({ client_id }) => client_id), ...noted];
  const seen = await clientsOf(asking, recordedFor, visibleClients(caller, 'read'));
  const filled = await formsOf(
    asking,
    recorded.map(({ form_id }) => form_id),
    conditionOn('forms').and([ofClients, fillable(caller)]),
  );
  const forms = await formsOf(asking, idsOf('forms'), visibleForms(caller, 'write'));
  const internal = await formsOf(asking, idsOf('new_record'), visibleInternalForms(caller, 'write'));
  const reports = await reportsOf(asking, idsOf('report_definitions'));
  const responses = {
    client_forms: await responsesOf(asking, idsOf('client_forms'), visibleResponses(caller, 'write')),
    internal_records: await responsesOf(asking, idsOf('internal_records'), visibleInternalRecords(caller, 'write')),
    public_form_instances: await responsesOf(
      asking,
      idsOf('public_form_instances'),
      visiblePublicInstances(caller, 'write'),
    ),
  };
  const records = { forms, report_definitions: reports };
  return (subject: DraftSubject): DraftLabel | null => {
    if (subject.kind === 'new_response') {
      const [client, name] = [seen.get(subject.client_id), filled.get(subject.form_id)];
      if (!client || name === undefined || !holds(caller, { entity: 'client_forms', action: 'write' })) return null;
      return { ...aNew, name, client };
    }
    if (subject.kind === 'new_note') {
      const client = seen.get(subject.record_id);
      const isListed = subject.record_type === 'clients' && holds(caller, { entity: 'notes', action: 'write' });
      return client && isListed ? { ...aNew, client } : null;
    }
    const { kind, id } = subject;
    if (kind === 'new_record') return called(internal.get(id));
    if (kind === 'client_forms' || kind === 'internal_records' || kind === 'public_form_instances')
      return responses[kind].get(id) ?? null;
    if (id === null) return holds(caller, { entity: kind, action: 'write' }) ? aNew : null;
    if (kind !== 'clients') return called(records[kind].get(id));
    const client = changed.get(id);
    return client ? { ...aNew, client } : null;
  };
};

/** What drafts are for, as far as the caller may still do it. */
const leftOf = async (asking: CallerContext, rows: { subject: string; saved_at: string }[]): Promise<LeftDraft[]> => {
  const drafted = rows.flatMap(({ subject, saved_at }) => {
    const parts = draftSubjectOf(subject);
    return parts ? [{ parts, saved_at }] : [];
  });
  const now = await subjectsNow(
    asking,
    drafted.map(({ parts }) => parts),
  );
  const newest = new Map<string, { parts: DraftSubject; saved_at: string }>();
  for (const [index, parts] of now.entries()) {
    const { saved_at = '' } = drafted[index] ?? {};
    if (!newest.has(draftSubject(parts))) newest.set(draftSubject(parts), { parts, saved_at });
  }
  const nameOf = await naming(asking, now);
  return [...newest].flatMap(([subject, { parts, saved_at }]) => {
    const named = nameOf(parts);
    return named ? [{ subject, saved_at, ...named }] : [];
  });
};

/** What the caller has drafts of, the newest first. Who acts for somebody has none there. */
export const leftDrafts = async (context: MemberContext): Promise<{ data: LeftDraft[] }> => {
  const { tx, caller } = context;
  if (caller.impersonator_id) throw new Problem('forbidden');
  const rows = await ofOrganization(tx, 'drafts', caller)
    .select((eb) => ['subject', eb.fn.max('saved_at').as('saved_at')])
    .where('user_id', '=', caller.person.id)
    .where('subject', 'is not', null)
    .groupBy('subject')
    .orderBy('saved_at', 'desc')
    .limit(maxLeft)
    .execute();
  return { data: await leftOf(context, rows as { subject: string; saved_at: string }[]) };
};
