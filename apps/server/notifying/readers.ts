import type { Expression, SqlBool } from 'kysely';
import { holds } from '#server/access/demands.ts';
import {
  openForms,
  visibleClients,
  visibleForms,
  visibleInternalForms,
  visibleInternalRecords,
  visiblePublicForms,
  visiblePublicInstances,
  visibleResponses,
} from '#server/access/scopes.ts';
import type { NotifiedRecord } from '#server/forms/firing.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import { conditionOn } from '#server/kit/rows.ts';
import type { Subject } from './subject.ts';

const { and } = conditionOn('forms');

const scopes = {
  client_forms: visibleResponses,
  internal_forms: visibleInternalRecords,
  public_forms: visiblePublicInstances,
};

/** A column for each member: whether a condition holds for them. */
const columnsFor = (members: Member[], condition: (member: Member) => Expression<SqlBool>) =>
  members.map((member, index) => and([condition(member)]).as(`m${index}`));

type Answers = Record<string, boolean> | undefined;

const ofStored = (tx: Tx, organization_id: number, record: NotifiedRecord, members: Member[]): Promise<Answers> => {
  const { type, id } = record;
  const query =
    type === 'forms'
      ? tx.selectFrom('forms').where('forms.organization_id', '=', organization_id).where('forms.id', '=', id)
      : tx
          .selectFrom('responses')
          .where('responses.organization_id', '=', organization_id)
          .where('responses.id', '=', id);
  const scope = type === 'forms' ? visibleForms : scopes[type];
  return (query as ReturnType<typeof tx.selectFrom<'responses'>>)
    .select(columnsFor(members, (member) => scope(member, 'read')) as never)
    .executeTakeFirst() as Promise<Answers>;
};

/** What was deleted is open to whom all that it belonged to is open; grants on it went with it. */
const ofDeleted = (tx: Tx, { organization, form, record, response }: Subject, members: Member[]): Promise<Answers> => {
  const forms = tx
    .selectFrom('forms')
    .where('forms.organization_id', '=', organization.id)
    .where('forms.id', '=', form.id);
  if (record.type === 'internal_forms')
    return forms
      .select(columnsFor(members, (member) => visibleInternalForms(member, 'read')) as never)
      .executeTakeFirst() as Promise<Answers>;
  if (record.type === 'public_forms')
    return tx
      .selectFrom('publish_settings')
      .where('publish_settings.organization_id', '=', organization.id)
      .where('publish_settings.id', '=', response?.public_form_id ?? 0)
      .select(columnsFor(members, (member) => visiblePublicForms(member, 'read')) as never)
      .executeTakeFirst() as Promise<Answers>;
  return forms
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.organization_id', '=', 'forms.organization_id')
        .on('clients.id', '=', response?.client_id ?? 0),
    )
    .where('clients.organization_id', '=', organization.id)
    .select(columnsFor(members, (member) => and([openForms(member, 'read'), visibleClients(member, 'read')])) as never)
    .executeTakeFirst() as Promise<Answers>;
};

/** Which of these members may read what a notification is about, by their ids: in one question for all of them. */
export const readersOf = async (tx: Tx, subject: Subject, members: Member[]): Promise<Set<number>> => {
  const { organization, record, isDeleted } = subject;
  const asked =
    isDeleted && record.type === 'client_forms'
      ? members.filter((member) => holds(member, { entity: 'client_forms', action: 'read' }))
      : members;
  if (asked.length === 0) return new Set();
  const answers = await (isDeleted ? ofDeleted(tx, subject, asked) : ofStored(tx, organization.id, record, asked));
  return new Set(asked.filter((_, index) => answers?.[`m${index}`]).map(({ person }) => person.id));
};
