import { type SqlBool, sql } from 'kysely';
import { clientDashboardRoutes } from '#contract/resources/client-dashboard.ts';
import { fieldType, fieldTypes } from '#forms/field-types/index.ts';
import { fillable, openForms, visibleClients, visibleForms, visibleResponses } from '#server/access/scopes.ts';
import { fieldOf } from '#server/forms/definitions.ts';
import { implement, type Member, type MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { among, conditionOn, findRow, ofOrganization } from '#server/kit/rows.ts';

/** The types of field that ask nothing. */
const unanswerable = Object.values(fieldTypes)
  .filter(({ isAnswerable }) => !isAnswerable)
  .map(({ type }) => type);

/** The forms whose names the caller may know. */
const known = (caller: Member) => conditionOn('forms').or([visibleForms(caller, 'read'), fillable(caller)]);

/** Fields of the client forms of the caller's organization. */
const askedFields = ({ tx, caller }: MemberContext) =>
  ofOrganization(tx, 'form_fields', caller)
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'form_fields.organization_id')
        .onRef('forms.id', '=', 'form_fields.form_id'),
    )
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.organization_id', '=', 'form_fields.organization_id')
        .onRef('fields.id', '=', 'form_fields.field_id'),
    )
    .where('forms.form_type', '=', 'client')
    .where('fields.field_type', '<>', sql<string>`all(${unanswerable}::text[])`);

/** Those of the dashboard, in its order. */
const chosenFields = (context: MemberContext) =>
  askedFields(context)
    .innerJoin('client_dashboard_fields as chosen', (join) =>
      join
        .onRef('chosen.organization_id', '=', 'form_fields.organization_id')
        .onRef('chosen.form_field_id', '=', 'form_fields.id'),
    )
    .orderBy('chosen.position')
    .orderBy('chosen.id');

const dashboardOf = async (context: MemberContext) => {
  const rows = await chosenFields(context)
    .select(['form_fields.id', 'form_fields.form_id', 'forms.name as form_name', 'fields.name as field_name'])
    .select(known(context.caller).$castTo<SqlBool>().as('is_known'))
    .execute();
  return {
    id: 1 as const,
    fields: rows.map(({ is_known, form_name, field_name, ...row }) => ({
      ...row,
      form_name: is_known ? form_name : null,
      field_name: is_known ? field_name : null,
    })),
  };
};

/** The fields that the caller may choose, in the order of the forms and in theirs. */
const offeredFields = (context: MemberContext) =>
  askedFields(context)
    .select(['form_fields.id', 'form_fields.form_id', 'forms.name as form_name', 'fields.name as field_name'])
    .where(known(context.caller))
    .orderBy('forms.sort_name')
    .orderBy('forms.id')
    .orderBy('form_fields.position')
    .orderBy('form_fields.id');

/** Makes these the fields of the dashboard, in this order. What is on it already may stay, whoever may see it. */
const choose = async (context: MemberContext, ids: number[]) => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const [offered, chosen] = [
    await offeredFields(context).where('form_fields.id', '=', among(ids)).execute(),
    await chosenFields(context).select('form_fields.id').where('form_fields.id', '=', among(ids)).execute(),
  ];
  const open = new Set([...offered, ...chosen].map(({ id }) => id));
  refuse(
    ids.flatMap((id, index) => {
      if (ids.indexOf(id) < index)
        return [{ path: `form_field_ids.${index}`, message: 'A field can be on the dashboard only once' }];
      return open.has(id)
        ? []
        : [{ path: `form_field_ids.${index}`, message: 'Choose a question of a client form that you can see' }];
    }),
  );
  await tx
    .deleteFrom('client_dashboard_fields')
    .where('form_field_id', '!=', sql<number>`all(${ids}::bigint[])`)
    .execute();
  if (ids.length === 0) return;
  await tx
    .insertInto('client_dashboard_fields')
    .values(ids.map((form_field_id, position) => ({ organization_id, form_field_id, position })))
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'form_field_id'])
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
    )
    .execute();
};

/** The latest answer of a person to each field of the dashboard, of the responses that the caller may see: one query. */
const answersOf = async (context: MemberContext, client_id: number) => {
  const { caller } = context;
  const rows = await chosenFields(context)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('responses')
          .select(['responses.id', 'responses.completed_at'])
          .select(sql<unknown>`responses.answers -> form_fields.field_id::text`.as('value'))
          .where('responses.client_id', '=', client_id)
          .whereRef('responses.form_id', '=', 'form_fields.form_id')
          .where(sql<SqlBool>`responses.answers ? form_fields.field_id::text`)
          .where(visibleResponses(caller, 'read'))
          .orderBy('responses.completed_at', 'desc')
          .orderBy('responses.id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .selectAll('fields')
    .select(['form_fields.id as form_field_id', 'form_fields.form_id', 'forms.name as form_name'])
    .select(['latest.id as response_id', 'latest.completed_at', 'latest.value'])
    // Where the answers are closed to the caller it is not told that there is none.
    .where((eb) => eb.or([eb('latest.id', 'is not', null), eb.and([known(caller), openForms(caller, 'read')])]))
    .execute();
  return rows.map((row) => {
    const field = fieldOf(row);
    const { value = null } = row;
    return {
      formName: row.form_name,
      fieldName: field.name,
      clientFormId: row.response_id,
      completedAt: row.completed_at,
      formId: row.form_id,
      formFieldId: row.form_field_id,
      answer: value === null ? null : fieldType(field.field_type).text(value, field),
    };
  });
};

/** Answers at the top of each person's page: one list for the organization, and what each viewer may see of a person. */
export const clientDashboardFeature = implement(clientDashboardRoutes, {
  show: async (_, context) => dashboardOf(context),
  set: async ({ body }, context) => {
    await choose(context, body.form_field_ids);
    return dashboardOf(context);
  },
  offered: async (_, context) => ({ data: await offeredFields(context).execute() }),
  answers: async ({ params }, context) => {
    const { tx, caller } = context;
    const { id } = await findRow(tx, 'clients', {
      organization_id: caller.organization.id,
      id: params.client_id,
      where: visibleClients(caller, 'read'),
    });
    return { id, client_fields: await answersOf(context, id) };
  },
});
