import type { NotificationEvent } from '#contract/resources/notifications.ts';
import { organizationColumns } from '#server/access/members.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { typeOfResponse } from '#server/forms/firing.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Organization } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import type { NotifiedRecord } from '#server/schema/background-work.ts';

type Response = Pick<
  Row<'responses'>,
  'client_id' | 'public_form_id' | 'administrator_id' | 'completed_at' | 'answers'
>;

/** What a notification is about, with all that its text may tell. */
export type Subject = {
  organization: Organization & { allow_answers_in_email: boolean };
  form: FormDefinition;
  record: NotifiedRecord;
  /** Null of a form, and while there is no response. */
  response: Response | null;
  /** Whether the response is no more: then its history tells what it held. */
  isDeleted: boolean;
  client_first_name: string | null;
};

const organizationOf = (tx: Tx, organization_id: number) =>
  tx
    .selectFrom('organizations')
    .select([...organizationColumns, 'allow_answers_in_email'])
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();

const stored = (tx: Tx, id: number) =>
  tx
    .selectFrom('responses')
    .select(['client_id', 'public_form_id', 'administrator_id', 'completed_at', 'answers'])
    .where('id', '=', id)
    .executeTakeFirst();

/** What a response held when it was deleted. */
const deleted = async (tx: Tx, id: number): Promise<Response | undefined> => {
  const version = await tx
    .selectFrom('versions')
    .select('old_values')
    .where('item_type', '=', 'client_forms')
    .where('item_id', '=', id)
    .where('event', '=', 'destroy')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!version) return undefined;
  const was = version.old_values as Partial<Response> & Pick<Response, 'completed_at'>;
  const { client_id = null, public_form_id = null, administrator_id = null, completed_at, answers = {} } = was;
  return { client_id, public_form_id, administrator_id, completed_at, answers };
};

const firstNameOf = async (tx: Tx, client_id: number | null): Promise<string | null> => {
  if (client_id === null) return null;
  const client = await tx.selectFrom('clients').select('first_name').where('id', '=', client_id).executeTakeFirst();
  return client?.first_name ?? null;
};

type SubjectQuery = { organization_id: number; form_id: number; record: NotifiedRecord };

/** What a notification is about, as it is now; null when form and record are gone without a trace. */
export const subjectOf = async (
  tx: Tx,
  { organization_id, form_id, record }: SubjectQuery,
): Promise<Subject | null> => {
  const [organization, forms] = await Promise.all([
    organizationOf(tx, organization_id),
    formDefinitions(tx, organization_id, [form_id]),
  ]);
  const form = forms.get(form_id);
  if (!form) return null;
  if (record.type === 'forms')
    return { organization, form, record, response: null, isDeleted: false, client_first_name: null };
  const found = await stored(tx, record.id);
  const response = found ?? (await deleted(tx, record.id));
  if (!response) return null;
  const client_first_name = await firstNameOf(tx, response.client_id);
  // What a stranger sent may have become a response of a person meanwhile, and is asked for as what it is.
  const type = typeOfResponse(response);
  return { organization, form, record: { type, id: record.id }, response, isDeleted: !found, client_first_name };
};

/** Where a record is: a path within the organization's address. What was deleted is looked for where it was. */
export const pathOf = ({ record, form, response, isDeleted }: Subject): string => {
  const { id } = record;
  if (response === null) return `/organization/forms/${form.id}`;
  if (record.type === 'client_forms')
    return `/organization/clients/${response.client_id}${isDeleted ? '' : `/client_forms/${id}`}`;
  if (record.type === 'public_forms')
    return `/organization/public_responses/${response.public_form_id}${isDeleted ? '' : `/responses/${id}`}`;
  return `/organization/internal_form_responses/${form.id}${isDeleted ? '' : `/records/${id}`}`;
};

/** What happened to a form's records, in words. */
export const eventLabels: Record<NotificationEvent, string> = {
  client_form_created: 'Response recorded',
  client_form_updated: 'Response changed',
  client_form_deleted: 'Response deleted',
  public_form_submitted: 'Public form submitted',
  public_form_linked: 'Public response linked to a person',
  internal_record_created: 'Record added',
  internal_record_updated: 'Record changed',
  internal_record_deleted: 'Record deleted',
  form_activated: 'Form made active',
  form_deactivated: 'Form made inactive',
};
