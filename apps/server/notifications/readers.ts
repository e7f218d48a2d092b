import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
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
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import { conditionOn } from '#server/kit/rows.ts';
import type { Subject } from './subject.ts';

/** The row that access is asked of, and what opens it to a member. */
type Question = { row: RawBuilder<unknown>; opens: (member: Member) => Expression<SqlBool> };

const { and } = conditionOn('forms');

const scopes = {
  client_forms: visibleResponses,
  internal_forms: visibleInternalRecords,
  public_forms: visiblePublicInstances,
};

const formRow = ({ organization, form }: Subject) =>
  sql`forms where forms.organization_id = ${organization.id} and forms.id = ${form.id}`;

const ofStored = (subject: Subject): Question => {
  const { organization, record } = subject;
  if (record.type === 'forms') return { row: formRow(subject), opens: (member) => visibleForms(member, 'read') };
  const scope = scopes[record.type];
  return {
    row: sql`responses where responses.organization_id = ${organization.id} and responses.id = ${record.id}`,
    opens: (member) => scope(member, 'read'),
  };
};

/** What was deleted is open to whom all that it belonged to is open; grants on it went with it. */
const ofDeleted = (subject: Subject): Question => {
  const { organization, form, record, response } = subject;
  if (record.type === 'internal_forms')
    return { row: formRow(subject), opens: (member) => visibleInternalForms(member, 'read') };
  if (record.type === 'public_forms')
    return {
      row: sql`publish_settings where publish_settings.organization_id = ${organization.id}
        and publish_settings.id = ${response?.public_form_id ?? 0}`,
      opens: (member) => visiblePublicForms(member, 'read'),
    };
  return {
    row: sql`forms join clients on clients.organization_id = forms.organization_id
      where forms.organization_id = ${organization.id} and forms.id = ${form.id}
        and clients.organization_id = ${organization.id} and clients.id = ${response?.client_id ?? 0}`,
    opens: (member) => and([openForms(member, 'read'), visibleClients(member, 'read')]),
  };
};

/** Which of these members may read what a notification is about, by their ids: in one question for all of them. */
export const readersOf = async (tx: Tx, subject: Subject, members: Member[]): Promise<Set<number>> => {
  const { record, isDeleted } = subject;
  const candidates =
    isDeleted && record.type === 'client_forms'
      ? members.filter((member) => holds(member, { entity: 'client_forms', action: 'read' }))
      : members;
  if (candidates.length === 0) return new Set();
  const { row, opens } = (isDeleted ? ofDeleted : ofStored)(subject);
  const columns = candidates.map((member, index) => sql`${opens(member)} as ${sql.ref(`m${index}`)}`);
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(columns)} from ${row}`.execute(tx);
  return new Set(candidates.filter((_, index) => rows[0]?.[`m${index}`]).map(({ person }) => person.id));
};
