import { sql } from 'kysely';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { visibleClients, visibleResponses } from '#server/access/scopes.ts';
import { checkedAnswers, fillableForm, prepareAnswerFiles } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { fileOfResponse } from '#server/forms/files.ts';
import { present } from '#server/forms/present.ts';
import { changeResponse, recordResponse } from '#server/forms/save.ts';
import { findFor, words } from '#server/kit/crud.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { findRow, listRows, pageRows, type Row, removeRow, type Where } from '#server/kit/rows.ts';

type Given = { params: { client_id: number } };

const serving = { table: 'responses' as const, scope: visibleResponses };

/** The person of the address: not found unless the caller may see them. */
const clientOf = ({ tx, caller }: MemberContext, client_id: number) =>
  findRow(tx, 'clients', caller.organization.id, client_id, visibleClients(caller, 'read'));

/** The response of the address, which must be that person's. */
const responseOf = async (context: MemberContext, { client_id, id }: { client_id: number; id: number }) => {
  const row = await findFor(serving, id, context);
  if (row.client_id !== client_id) throw new Problem('not_found');
  return row;
};

type Asked = { query?: string | undefined; filters?: { form_id?: number | undefined } | undefined };

/** Responses are found by the name of their form. */
const ofFormsNamed =
  (organization_id: number, query: string): Where<'responses'> =>
  (eb) =>
    eb.exists(
      eb
        .selectFrom('forms')
        .select('forms.id')
        .where('forms.organization_id', '=', organization_id)
        .whereRef('forms.id', '=', 'responses.form_id')
        .where((inner) =>
          inner.and(words(query).map((word) => sql<boolean>`forms.sort_name like kit.pattern(${word})`)),
        ),
    );

const listing = ({ caller }: MemberContext, client_id: number, { query, filters }: Asked) => ({
  table: 'responses' as const,
  organization_id: caller.organization.id,
  conditions: [
    (eb) => eb('client_id', '=', client_id),
    (eb) => (filters?.form_id ? eb('form_id', '=', filters.form_id) : null),
    (eb) => (query ? ofFormsNamed(caller.organization.id, query)(eb) : null),
    visibleResponses(caller, 'read'),
  ] satisfies Where<'responses'>[],
  order: { completed_at: 'completed_at', created_at: 'created_at', updated_at: 'updated_at' },
  usual: ['completed_at desc'],
});

const one = async (row: Row<'responses'>, context: MemberContext) => (await present([row], context))[0] as never;

const groups = async ({ params }: Given, context: MemberContext) => {
  const { tx, caller } = context;
  await clientOf(context, params.client_id);
  const rows = await tx
    .selectFrom('responses')
    .innerJoin('forms', (join) =>
      join.onRef('forms.organization_id', '=', 'responses.organization_id').onRef('forms.id', '=', 'responses.form_id'),
    )
    .select((eb) => [
      'forms.id',
      'forms.name',
      'forms.active',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('responses.completed_at').as('last_administered_at'),
      sql<
        number | null
      >`(array_agg(responses.administrator_id order by responses.completed_at desc, responses.id desc))[1]`.as(
        'administrator_id',
      ),
    ])
    .where('responses.organization_id', '=', caller.organization.id)
    .where('responses.client_id', '=', params.client_id)
    .where((eb) => visibleResponses(caller, 'read')(eb as never) as never)
    .groupBy(['forms.id', 'forms.name', 'forms.active', 'forms.sort_name'])
    .orderBy('forms.sort_name')
    .orderBy('forms.id')
    .execute();
  const people = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', sql<number>`any(${rows.map(({ administrator_id }) => administrator_id)}::bigint[])`)
    .execute();
  return {
    data: rows.map(({ administrator_id, ...group }) => ({
      ...group,
      last_administered_at: String(group.last_administered_at),
      last_administered_by: people.find(({ id }) => id === administrator_id) ?? null,
    })),
  };
};

/** What is recorded about a person, form by form. */
export const clientFormsFeature = implement(clientFormRoutes, {
  groups,
  list: async ({ params, query }, context) => {
    await clientOf(context, params.client_id);
    const rows = await listRows(context.tx, listing(context, params.client_id, query), {
      sort: query.sort,
      limit: 1000,
    });
    return { data: (await present(rows, context)) as never };
  },
  page: async ({ params, query }, context) => {
    await clientOf(context, params.client_id);
    const { rows, metadata } = await pageRows(context.tx, listing(context, params.client_id, query), {
      sort: query.sort,
      page: params.page,
      page_size: query.page_size,
    });
    return { data: (await present(rows, context)) as never, metadata };
  },
  show: async ({ params }, context) => one(await responseOf(context, params), context),
  edit: async ({ params }, context) => {
    const row = await responseOf(context, params);
    const forms = await formDefinitions(context.tx, row.organization_id, [row.form_id]);
    const { slots: _, ...form } = forms.get(row.form_id) as FormDefinition;
    return { ...((await one(row, context)) as object), form } as never;
  },
  create: prepared({
    admit: ({ params }, context) => clientOf(context, params.client_id),
    prepare: (_, preparing) => prepareAnswerFiles(preparing),
    handle: async ({ params, body }, context, files) => {
      const [form, client] = await Promise.all([
        fillableForm(context, body.form_id),
        clientOf(context, params.client_id),
      ]);
      if (!form.active) throw invalid('form_id', 'This form is inactive: answers to it are checked, but not recorded');
      const evaluation = evaluationContext(context, client, null);
      const checked = await checkedAnswers(context, form, body.answers, null, evaluation, files ?? undefined);
      const row = await recordResponse(context, { client_id: params.client_id, form, ...checked });
      return (await present([row], context, form))[0] as never;
    },
  }),
  update: prepared({
    admit: ({ params }, context) => responseOf(context, params),
    prepare: (_, preparing) => prepareAnswerFiles(preparing),
    handle: async ({ params, body }, context, files) => {
      const row = await responseOf(context, params);
      const changes = { ...body, ...(files ? { files } : {}) };
      const changed = await changeResponse(context, row, changes, () => clientOf(context, params.client_id));
      return one(changed, context);
    },
  }),
  remove: async ({ params, body }, context) => {
    const row = await responseOf(context, params);
    const { tx, caller } = context;
    const organization_id = caller.organization.id;
    await tx
      .deleteFrom('response_slots')
      .where('organization_id', '=', organization_id)
      .where('form_id', '=', row.form_id)
      .where('id', '=', row.id)
      .execute();
    await removeRow(tx, 'responses', row, body?.lock_version);
    await tx
      .deleteFrom('record_permissions')
      .where('organization_id', '=', organization_id)
      .where('entity', '=', 'client_forms')
      .where('record_id', '=', row.id)
      .execute();
  },
  validate: async ({ params, body }, context) => {
    const client = await clientOf(context, params.client_id);
    const form = await fillableForm(context, body.form_id);
    await checkedAnswers(context, form, body.answers, null, evaluationContext(context, client, null));
    return { valid: true } as const;
  },
  file: async ({ params }, context) => fileOfResponse(context, await responseOf(context, params), params.file_id),
});
