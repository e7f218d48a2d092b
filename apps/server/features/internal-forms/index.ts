import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { visibleInternalForms, visibleInternalRecords } from '#server/access/scopes.ts';
import { checkedAnswers, prepareAnswerFiles } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { fileOfResponse } from '#server/forms/files.ts';
import { present } from '#server/forms/present.ts';
import { recordListing } from '#server/forms/records.ts';
import { recordResponse } from '#server/forms/save.ts';
import { findFor, named } from '#server/kit/crud.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { findRow, listRows, pageRows, type Where } from '#server/kit/rows.ts';

type FormQuery = { query?: string | undefined; filters?: { active?: boolean | undefined } | undefined };

const formOf = (context: MemberContext, id: number) =>
  findFor({ table: 'forms' as const, scope: visibleInternalForms }, id, context);

const openFormOf = async (context: MemberContext, id: number) => {
  const form = await formOf(context, id);
  if (!form.active) throw invalid('base', 'This form is inactive: it takes no new records');
  return form;
};

const forms = ({ caller }: MemberContext, { query, filters }: FormQuery) => ({
  table: 'forms' as const,
  organization_id: caller.organization.id,
  conditions: [
    visibleInternalForms(caller, 'read'),
    named(query),
    (eb) => (filters?.active === undefined ? null : eb('active', '=', filters.active)),
  ] satisfies Where<'forms'>[],
  columns: ['id', 'name', 'description', 'active', 'created_at', 'updated_at', 'lock_version'] as const,
  order: { name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' },
  usual: ['sort_name', '(not active)'],
});

const recordOf = async (context: MemberContext, { form_id, id }: { form_id: number; id: number }) => {
  const { tx, caller } = context;
  const form = await formOf(context, form_id);
  return findRow(tx, 'responses', caller.organization.id, id, visibleInternalRecords(caller, 'read'), (eb) =>
    eb('form_id', '=', form.id),
  );
};

/** The organization's own lists: internal forms and their records. */
export const internalFormsFeature = implement(internalFormRoutes, {
  list: async ({ query }, context) => ({
    data: (await listRows(context.tx, forms(context, query), { sort: query.sort, limit: 5000 })) as never,
  }),
  page: async ({ params, query }, context) => {
    const { rows, metadata } = await pageRows(context.tx, forms(context, query), {
      sort: query.sort,
      page: params.page,
      page_size: query.page_size,
    });
    return { data: rows as never, metadata };
  },
  show: async ({ params }, context) => (await formOf(context, params.id)) as never,
  records: async ({ params, query }, context) => {
    const form = await formOf(context, params.form_id);
    const rows = await listRows(context.tx, recordListing(context, form.id, query.query), {
      sort: query.sort,
      limit: 1000,
    });
    return { data: (await present(rows, context)) as never };
  },
  recordsPage: async ({ params, query }, context) => {
    const form = await formOf(context, params.form_id);
    const { rows, metadata } = await pageRows(context.tx, recordListing(context, form.id, query.query), {
      sort: query.sort,
      page: params.page,
      page_size: query.page_size,
    });
    return { data: (await present(rows, context)) as never, metadata };
  },
  showRecord: async ({ params }, context) => (await present([await recordOf(context, params)], context))[0] as never,
  createRecord: prepared({
    admit: ({ params }, context) => openFormOf(context, params.form_id),
    prepare: (_, preparing) => prepareAnswerFiles(preparing),
    handle: async ({ params, body }, context, files) => {
      const { tx, caller } = context;
      const { id } = await openFormOf(context, params.form_id);
      const form = (await formDefinitions(tx, caller.organization.id, [id])).get(id) as FormDefinition;
      const evaluation = evaluationContext(context, null, null);
      const checked = await checkedAnswers(context, form, body.answers, null, evaluation, files ?? undefined);
      const row = await recordResponse(context, { client_id: null, form, ...checked });
      return (await present([row], context, form))[0] as never;
    },
  }),
  recordFile: async ({ params }, context) => fileOfResponse(context, await recordOf(context, params), params.file_id),
});
