import type { Given } from '#contract/kit/route.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { visibleInternalForms, visibleInternalRecords } from '#server/access/scopes.ts';
import { checkedAnswers, prepareAnswerFiles } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { fileOfResponse } from '#server/forms/files.ts';
import { present } from '#server/forms/present.ts';
import { recordListing } from '#server/forms/records.ts';
import { recordResponse } from '#server/forms/save.ts';
import { findFor, lists, named, showRow } from '#server/kit/crud.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { always, conditionOn, findRow } from '#server/kit/rows.ts';

const formOf = (context: MemberContext, id: number) =>
  findFor({ table: 'forms' as const, scope: visibleInternalForms }, id, context);

const openFormOf = async (context: MemberContext, id: number) => {
  const form = await formOf(context, id);
  if (!form.active) throw invalid('base', 'This form is inactive: it takes no new records');
  return form;
};

const form = conditionOn('forms');
const routes = internalFormRoutes;
type Listed<R> = Pick<Given<R>, 'query'> & { params: object };
type OfForm = Listed<typeof routes.records> & { params: { form_id: number } };

const forms = ({ query: { query, filters } }: Listed<typeof routes.list>, { caller }: MemberContext) => ({
  table: 'forms' as const,
  organization_id: caller.organization.id,
  conditions: [
    visibleInternalForms(caller, 'read'),
    named(query),
    filters?.active === undefined ? always : form('active', '=', filters.active),
  ],
  columns: ['id', 'name', 'description', 'active', 'created_at', 'updated_at', 'lock_version'] as const,
  order: { name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' },
  usual: ['sort_name', '(not active)'],
});

const records = async ({ params, query }: OfForm, context: MemberContext) =>
  recordListing(context, (await formOf(context, params.form_id)).id, query.query);

const recordOf = async (context: MemberContext, { form_id, id }: { form_id: number; id: number }) => {
  const { tx, caller } = context;
  const { id: above, organization_id } = await formOf(context, form_id);
  const where = form.and([visibleInternalRecords(caller, 'read'), conditionOn('responses')('form_id', '=', above)]);
  return findRow(tx, 'responses', { organization_id, id, where });
};

const ofForm = lists({ rows: records, present, limit: 1000 });

/** The organization's own lists: internal forms and their records. */
export const internalFormsFeature = implement(routes, {
  ...lists({ rows: forms, present: (rows) => rows }),
  show: ({ params }, context) => formOf(context, params.id),
  records: ofForm.list,
  recordsPage: ofForm.page,
  showRecord: async ({ params }, context) => showRow({ present }, await recordOf(context, params), context),
  createRecord: prepared({
    admit: ({ params }, context) => openFormOf(context, params.form_id),
    prepare: (_, preparing) => prepareAnswerFiles(preparing),
    handle: async ({ params, body }, context, files) => {
      const { tx, caller } = context;
      const { id } = await openFormOf(context, params.form_id);
      const form = (await formDefinitions(tx, caller.organization.id, [id])).get(id) as FormDefinition;
      const clock = evaluationContext(context, null, null);
      const checked = await checkedAnswers(context, form, { sent: body.answers, before: null, clock, files });
      const row = await recordResponse(context, { client_id: null, form, ...checked });
      return showRow({ present: (rows) => present(rows, context, form) }, row, context);
    },
  }),
  recordFile: async ({ params }, context) => fileOfResponse(context, await recordOf(context, params), params.file_id),
});
