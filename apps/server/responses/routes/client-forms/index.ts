import { sql } from 'kysely';
import type { z } from 'zod';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { allowedActions } from '#server/access/allowed-actions.ts';
import { holds } from '#server/access/demands.ts';
import { visibleClients, visibleResponses } from '#server/access/scopes.ts';
import { checkedAnswers, fillableForm, prepareAnswerFiles } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { definitionOfResponse, type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { fileOfResponse } from '#server/forms/files.ts';
import { printedResponse } from '#server/forms/printed.ts';
import { serialize } from '#server/forms/serialize.ts';
import { findFor, lists, showRow, words } from '#server/kit/crud.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { invalid, Problem, refuse } from '#server/kit/problem.ts';
import { always, among, conditionOn, findRow, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';
import { duplicateFor, peopleToCopyFor, responseToDuplicate } from '#server/responses/duplicate.ts';
import { changeResponse, recordResponse, removeResponse } from '#server/responses/save.ts';
import { undoAnswers } from '#server/responses/undo-answers.ts';

type ClientRequest = { params: { client_id: number } };

/** The person of the address: not found unless the caller may see them. */
const clientOf = ({ tx, caller }: MemberContext, client_id: number) =>
  findRow(tx, 'clients', {
    organization_id: caller.organization.id,
    id: client_id,
    where: visibleClients(caller, 'read'),
  });

const scoped = { table: 'responses' as const, scope: visibleResponses };

/** The response of the address, which must be that person's. */
const responseOf = async (context: MemberContext, { client_id, id }: { client_id: number; id: number }) => {
  const row = await findFor(scoped, id, context);
  if (row.client_id !== client_id) throw new Problem('not_found');
  return row;
};

const response = conditionOn('responses');

/** Responses are found by the name of their form. */
const ofFormsNamed = (query: string): Where<'responses'> =>
  response.exists(
    response
      .selectFrom('forms')
      .select('forms.id')
      .whereRef('forms.id', '=', 'responses.form_id')
      .where((eb) => eb.and(words(query).map((word) => sql<boolean>`forms.sort_name like kit.pattern(${word})`))),
  );

type ClientFormListRequest = ClientRequest & { query: z.output<NonNullable<typeof clientFormRoutes.list.query>> };

/** The responses of the person of the address. */
const rows = async ({ params, query: { query, filters } }: ClientFormListRequest, context: MemberContext) => {
  const { caller } = context;
  const { id } = await clientOf(context, params.client_id);
  return {
    table: 'responses' as const,
    organization_id: caller.organization.id,
    conditions: [
      response('client_id', '=', id),
      filters?.form_id === undefined ? always : response('form_id', '=', filters.form_id),
      query ? ofFormsNamed(query) : always,
      visibleResponses(caller, 'read'),
    ],
    order: { completed_at: 'completed_at', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['completed_at desc'],
  };
};

/** The referrals that these responses are. */
const referralsOf = async ({ tx, caller }: MemberContext, rows: Row<'responses'>[]) => {
  const ids = among(rows.map(({ id }) => id));
  const referrals = await ofOrganization(tx, 'referrals', caller)
    .selectAll()
    .where('client_form_id', '=', ids)
    .execute();
  return new Map(referrals.map((one) => [one.client_form_id, one]));
};

/** What nobody sees of a response that they recorded and cannot read. */
const unread = { answers: [], calculation_results: [], referral: null };

/** Responses as the caller sees them: those of a person have one. */
const serializeOfClient = async (rows: Row<'responses'>[], context: MemberContext, form?: FormDefinition) => {
  const ids = rows.map(({ id }) => id);
  const [shown, referrals, actionsOn] = await Promise.all([
    serialize(rows, context, form),
    referralsOf(context, rows),
    allowedActions(context, scoped, ids),
  ]);
  return shown.map((one) => {
    const actions = actionsOn(one.id);
    const response = {
      ...one,
      client_id: one.client_id as number,
      referral: referrals.get(one.id) ?? null,
      actions,
    };
    return actions.includes('read') ? response : { ...response, ...unread };
  });
};

const serving = { ...scoped, serialize: serializeOfClient };

const groups = async ({ params }: ClientRequest, context: MemberContext) => {
  const { tx, caller } = context;
  await clientOf(context, params.client_id);
  const rows = await ofOrganization(tx, 'responses', caller)
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
    .where('responses.client_id', '=', params.client_id)
    .where(visibleResponses(caller, 'read'))
    .groupBy(['forms.id', 'forms.name', 'forms.active', 'forms.sort_name'])
    .orderBy('forms.sort_name')
    .orderBy('forms.id')
    .execute();
  const people = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among(rows.map(({ administrator_id }) => administrator_id)))
    .execute();
  return {
    data: rows.map(({ administrator_id, ...group }) => ({
      ...group,
      last_administered_at: String(group.last_administered_at),
      last_administered_by: people.find(({ id }) => id === administrator_id) ?? null,
    })),
  };
};

/** Copies for others are new responses, for people whom the caller may see. */
const checkPeople = async (context: MemberContext, ids: number[]) => {
  const { tx, caller } = context;
  if (!holds(caller, { entity: 'client_forms', action: 'write' })) throw new Problem('forbidden');
  const known = new Set((await peopleToCopyFor({ tx, caller }, ids)).map(({ id }) => id));
  refuse(
    ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `clients_ids.${index}`, message: 'Choose a person you can see' }],
    ),
  );
};

/** Takes a change of a response back. */
export const undoResponse = undoAnswers({
  find: (id, context) => findFor(serving, id, { ...context, action: 'write' }),
  clientOf: ({ client_id }, context) => clientOf(context, client_id as number),
});

/** What is recorded about a person, form by form. */
export const clientFormsFeature = implement(
  clientFormRoutes,
  {
    groups,
    ...lists({ rows, serialize: serializeOfClient, limit: 1000 }),
    show: async ({ params }, context) => {
      const organization_id = context.caller.organization.id;
      const [row, form] = await Promise.all([
        responseOf(context, params),
        definitionOfResponse(context.tx, { organization_id, id: params.id }),
      ]);
      return showRow({ serialize: (rows) => serializeOfClient(rows, context, form) }, row, context);
    },
    edit: async ({ params }, context) => {
      const row = await responseOf(context, params);
      const forms = await formDefinitions(context.tx, row.organization_id, [row.form_id]);
      const { slots: _, ...form } = forms.get(row.form_id) as FormDefinition;
      return { ...(await showRow(serving, row, context)), form };
    },
    create: prepared({
      admit: ({ params }, context) => clientOf(context, params.client_id),
      prepare: (_, preparing) => prepareAnswerFiles(preparing),
      handle: async ({ params, body }, context, files) => {
        const [form, client] = await Promise.all([
          fillableForm(context, body.form_id),
          clientOf(context, params.client_id),
        ]);
        if (!form.active) throw invalid('form_id', 'This form is inactive: answers are checked, but not saved');
        const clock = evaluationContext(context, client, null);
        const checked = await checkedAnswers(context, form, { sent: body.answers, before: null, clock, files });
        const row = await recordResponse(context, {
          client_id: params.client_id,
          form,
          ...checked,
          effects: { webhooks: true, referrals: true, notifications: 'client_form_created' },
        });
        return showRow({ serialize: (rows) => serializeOfClient(rows, context, form) }, row, context);
      },
    }),
    update: prepared({
      admit: ({ params }, context) => responseOf(context, params),
      prepare: (_, preparing) => prepareAnswerFiles(preparing),
      handle: async ({ params, body }, context, files) => {
        const row = await responseOf(context, params);
        const findClient = () => clientOf(context, params.client_id);
        const changed = await changeResponse(context, row, {
          ...body,
          files,
          findClient,
          effects: { webhooks: true, referrals: true, notifications: 'client_form_updated' },
        });
        return showRow(serving, changed, context);
      },
    }),
    remove: async ({ params, body }, context) => {
      const row = await responseOf(context, params);
      const { lock_version } = body ?? {};
      await removeResponse(context, row, {
        lock_version,
        effects: { grants: 'client_forms', webhooks: true, notifications: 'client_form_deleted' },
      });
    },
    validate: async ({ params, body }, context) => {
      const client = await clientOf(context, params.client_id);
      const form = await fillableForm(context, body.form_id);
      const clock = evaluationContext(context, client, null);
      await checkedAnswers(context, form, { sent: body.answers, before: null, clock });
      return { valid: true } as const;
    },
    printed: async ({ params }, context) => {
      const row = await responseOf(context, params);
      const client = await clientOf(context, params.client_id);
      return printedResponse(context, { row, client, shown: await showRow(serving, row, context) });
    },
    clone: async ({ params, body }, context) => {
      const { source, form } = await responseToDuplicate(context, params.id);
      const client_id = source.client_id as number;
      const answer = { form_id: form.id, client_id };
      if (body.clients_ids.every((id) => id === client_id)) {
        const client = await clientOf(context, client_id);
        return { ...answer, id: (await duplicateFor(context, { source, form, client })).id };
      }
      await checkPeople(context, body.clients_ids);
      const job = await context.startJob('duplicate_response', {
        form_id: form.id,
        response_id: source.id,
        client_ids: [...new Set(body.clients_ids)],
      });
      context.accepted();
      return { ...answer, id: source.id, job };
    },
    file: async ({ params }, context) => fileOfResponse(context, await responseOf(context, params), params.file_id),
  },
  {
    forms_have_responses: ['base', 'This form has responses. Make it inactive instead.'],
  },
);
