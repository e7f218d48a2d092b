import { visibleInternalRecords, visibleResponses } from '#server/access/scopes.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, conditionOn, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';

type Response = Row<'responses'>;

const response = conditionOn('responses');

/** Responses of people and records of internal forms, as far as the caller may see them. */
const visible = (caller: Member): Where<'responses'> =>
  response.or([
    visibleResponses(caller, 'read'),
    response.and([
      visibleInternalRecords(caller, 'read'),
      response.exists(
        response
          .selectFrom('forms')
          .select('forms.id')
          .whereRef('forms.id', '=', 'responses.form_id')
          .where('forms.form_type', '=', 'internal'),
      ),
    ]),
  ]);

const holding = (record_id: number): Where<'responses'> =>
  response.exists(
    response
      .selectFrom('record_uses')
      .select('record_uses.id')
      .where('record_uses.record_id', '=', record_id)
      .whereRef('record_uses.response_id', '=', 'responses.id'),
  );

/** The responses that hold a record, of those that the caller may see: the newest first. */
export const usesOf = ({ organization_id, id }: Response, { caller }: MemberContext) => ({
  table: 'responses' as const,
  organization_id,
  conditions: [holding(id), visible(caller)],
  order: {},
  usual: ['completed_at desc'],
});

/** Says where responses hold a record: on which form, as the answer to what, for whom. */
export const serializeUses = async (record: Response, rows: Response[], { tx, caller }: MemberContext) => {
  if (rows.length === 0) return [];
  const forms = await ofOrganization(tx, 'forms', caller)
    .select(['id', 'name'])
    .where('id', '=', among(rows.map(({ form_id }) => form_id)))
    .execute();
  const people = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among(rows.map(({ client_id }) => client_id)))
    .execute();
  const fields = await ofOrganization(tx, 'record_uses', caller)
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.organization_id', '=', 'record_uses.organization_id')
        .onRef('fields.id', '=', 'record_uses.field_id'),
    )
    .select(['response_id', 'fields.name'])
    .where('record_id', '=', record.id)
    .where('response_id', '=', among(rows.map(({ id }) => id)))
    .execute();
  return rows.map(({ id, form_id, client_id, title, completed_at }) => {
    const person = people.find((one) => one.id === client_id);
    return {
      id,
      form_id,
      form_name: forms.find((one) => one.id === form_id)?.name ?? '',
      field_name: fields
        .filter(({ response_id }) => response_id === id)
        .map(({ name }) => name)
        .join(', '),
      client_id,
      name: person ? `${person.first_name} ${person.last_name}` : (title ?? `Record ${id}`),
      completed_at,
    };
  });
};

/** Refuses to delete a record that responses hold; counts those alone that the caller may see. */
export const checkUnused = async ({ id }: Response, { tx, caller }: MemberContext): Promise<void> => {
  const counted = ofOrganization(tx, 'responses', caller)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(holding(id));
  const { count: all } = await counted.executeTakeFirstOrThrow();
  if (all === 0) return;
  const { count: seen } = await counted.where(visible(caller)).executeTakeFirstOrThrow();
  const others = seen === 0 ? 'responses that you can’t see' : ' and in others that you can’t see';
  const known = seen === 0 ? '' : `${seen.toLocaleString('en-US')} ${seen === 1 ? 'response' : 'responses'}`;
  throw new Problem('invalid', { base: [`Used in ${known}${seen < all ? others : ''}.`] });
};
