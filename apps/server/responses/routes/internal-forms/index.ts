import { sql } from 'kysely';
import type { HandlerInput } from '#contract/kit/route.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { visibleInternalForms, visibleInternalRecords } from '#server/access/scopes.ts';
import { answering } from '#server/forms/answer-search.ts';
import { checkedAnswers, prepareAnswerFiles } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { fileOfResponse } from '#server/forms/files.ts';
import { printedResponse } from '#server/forms/printed.ts';
import { recordListing, titled } from '#server/forms/records.ts';
import { serialize } from '#server/forms/serialize.ts';
import { findFor, lists, named, showRow } from '#server/kit/crud.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { always, among, checkVersion, conditionOn, findRow, ofOrganization, pageRows } from '#server/kit/rows.ts';
import { changeResponse, recordResponse, removeResponse } from '#server/responses/save.ts';
import { undoAnswers } from '#server/responses/undo-answers.ts';
import { attachmentsOf } from './download.ts';
import { serializeForms } from './serialize-forms.ts';
import { checkUnused, serializeUses, usesOf } from './uses.ts';

const formOf = (context: MemberContext, id: number) =>
  findFor({ table: 'forms' as const, scope: visibleInternalForms }, id, context);

const openFormOf = async (context: MemberContext, id: number) => {
  const form = await formOf(context, id);
  if (!form.active) throw invalid('base', 'This form is inactive: it doesn’t accept new records.');
  return form;
};

const form = conditionOn('forms');
const response = conditionOn('responses');
const routes = internalFormRoutes;
type ListRequest<R> = Pick<HandlerInput<R>, 'query'> & { params: object };
type OfForm = ListRequest<typeof routes.records> & { params: { form_id: number } };

const forms = ({ query: { query, filters } }: ListRequest<typeof routes.list>, { caller }: MemberContext) => ({
  table: 'forms' as const,
  organization_id: caller.organization.id,
  conditions: [
    visibleInternalForms(caller, 'read'),
    named(query),
    filters?.active === undefined ? always : form('active', '=', filters.active),
  ],
  order: { name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' },
  usual: ['sort_name', '(not active)'],
});

/** The records of a form: those whose title holds the words that are searched for, and those that answer with the text. */
const records = async ({ params, query: { query } }: OfForm, context: MemberContext) => {
  const { id } = await formOf(context, params.form_id);
  const text = query?.trim();
  if (!text) return recordListing(context, id, undefined);
  const { conditions, ...listing } = recordListing(context, id, undefined);
  const answered = answering({ of: ['form_id', id], form: await definitionOf(context, { id }), text });
  return { ...listing, conditions: [...conditions, response.or([titled(text), answered])] };
};

const recordOf = async (context: MemberContext, { form_id, id }: { form_id: number; id: number }) => {
  const { tx, caller } = context;
  const { id: above, organization_id } = await formOf(context, form_id);
  const where = response.and([visibleInternalRecords(caller, 'read'), response('form_id', '=', above)]);
  return findRow(tx, 'responses', { organization_id, id, where });
};

/** The definition of an internal form, once it was found for the caller. */
const definitionOf = async ({ tx, caller }: MemberContext, { id }: { id: number }) =>
  (await formDefinitions(tx, caller.organization.id, [id])).get(id) as FormDefinition;

const ofForm = lists({ rows: records, serialize, limit: 1000 });

/** The records of all internal forms, each under the words that name it. */
const anyRecords = lists({
  rows: ({ query: { query } }: ListRequest<typeof routes.anyRecords>, { caller }: MemberContext) => ({
    table: 'responses' as const,
    organization_id: caller.organization.id,
    conditions: [
      // Named first, so that the index by form and title is used, and what strangers sent is not looked at.
      response(
        'form_id',
        'in',
        response.selectFrom('forms').select('forms.id').where('forms.form_type', '=', 'internal'),
      ),
      visibleInternalRecords(caller, 'read'),
      titled(query ?? ''),
    ],
    order: { title: 'sort_title', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['sort_title'],
  }),
  serialize: async (rows, { tx, caller }) => {
    const forms = await ofOrganization(tx, 'forms', caller)
      .select(['id', 'name'])
      .where('id', '=', among(rows.map(({ form_id }) => form_id)))
      .execute();
    return rows.map(({ id, form_id, title }) => ({
      id,
      form_id,
      title,
      form_name: forms.find((one) => one.id === form_id)?.name ?? '',
    }));
  },
  limit: 1000,
});

/** Takes a change of a record back. */
export const undoRecord = undoAnswers({
  find: (id, { tx, caller }) =>
    findRow(tx, 'responses', {
      organization_id: caller.organization.id,
      id,
      where: visibleInternalRecords(caller, 'write'),
    }),
  clientOf: async () => null,
});

/** The organization's own lists: internal forms and their records. */
export const internalFormsFeature = implement(
  routes,
  {
    ...lists({ rows: forms, serialize: serializeForms }),
    show: async ({ params }, context) =>
      showRow({ serialize: serializeForms }, await formOf(context, params.id), context),
    refresh: async ({ params }, context) => {
      const { tx, caller } = context;
      const row = await formOf(context, params.id);
      const begun = await tx
        .insertInto('record_refreshes')
        .values({ organization_id: caller.organization.id, form_id: row.id })
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'form_id'])
            .doUpdateSet((eb) => ({ refreshed_at: eb.ref('excluded.refreshed_at') }))
            .where(sql<boolean>`record_refreshes.refreshed_at <= excluded.refreshed_at - interval '60 seconds'`),
        )
        .returning('form_id')
        .executeTakeFirst();
      if (!begun)
        throw new Problem('conflict', {
          base: ['This form was refreshed less than a minute ago. Try again in a minute.'],
        });
      const job = await context.startJob('refresh_records', { form_id: row.id });
      return { ...(await showRow({ serialize: serializeForms }, row, context)), job };
    },
    toFill: async ({ params }, context) => {
      const row = await formOf(context, params.id);
      const { slots: _, ...form } = await definitionOf(context, row);
      return { ...form, description: row.description };
    },
    records: ofForm.list,
    recordsPage: ofForm.page,
    anyRecords: anyRecords.page,
    showRecord: async ({ params }, context) => showRow({ serialize }, await recordOf(context, params), context),
    createRecord: prepared({
      admit: ({ params }, context) => openFormOf(context, params.form_id),
      prepare: (_, preparing) => prepareAnswerFiles(preparing),
      handle: async ({ params, body }, context, files) => {
        const form = await definitionOf(context, await openFormOf(context, params.form_id));
        const clock = evaluationContext(context, null, null);
        const checked = await checkedAnswers(context, form, { sent: body.answers, before: null, clock, files });
        const row = await recordResponse(context, {
          client_id: null,
          form,
          ...checked,
          effects: { webhooks: true, referrals: false, notifications: 'internal_record_created' },
        });
        return showRow({ serialize: (rows) => serialize(rows, context, form) }, row, context);
      },
    }),
    updateRecord: prepared({
      admit: ({ params }, context) => recordOf(context, params),
      prepare: (_, preparing) => prepareAnswerFiles(preparing),
      handle: async ({ params, body }, context, files) => {
        const row = await recordOf(context, params);
        const changed = await changeResponse(context, row, {
          ...body,
          files,
          findClient: async () => null,
          effects: { webhooks: true, referrals: false, notifications: 'internal_record_updated' },
        });
        return showRow({ serialize }, changed, context);
      },
    }),
    removeRecord: async ({ params, body }, context) => {
      const row = await recordOf(context, params);
      await checkVersion(context.tx, 'responses', { row, lock_version: body?.lock_version });
      await checkUnused(row, context);
      await removeResponse(context, row, {
        effects: { grants: null, webhooks: true, notifications: 'internal_record_deleted' },
      });
    },
    recordUses: async ({ params, query }, context) => {
      const row = await recordOf(context, params);
      const found = await pageRows(context.tx, usesOf(row, context), { page: params.page, page_size: query.page_size });
      return { data: await serializeUses(row, found.rows, context), metadata: found.metadata };
    },
    download: async ({ params }, context) => {
      const row = await recordOf(context, params);
      return attachmentsOf(context, await definitionOf(context, { id: row.form_id }), row);
    },
    printedRecord: async ({ params }, context) => {
      const row = await recordOf(context, params);
      const shown = await showRow({ serialize }, row, context);
      return printedResponse(context, { row, client: null, shown });
    },
    recordFile: async ({ params }, context) => fileOfResponse(context, await recordOf(context, params), params.file_id),
  },
  {
    record_uses_keep_records: ['base', 'This record is used in a response, or someone deleted it. Reload it.'],
  },
);
