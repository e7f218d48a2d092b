import type { z } from 'zod';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { linkablePublicInstances, visiblePublicForms, visiblePublicInstances } from '#server/access/scopes.ts';
import { answering } from '#server/forms/answer-search.ts';
import { prepareAnswerFiles } from '#server/forms/answers.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { fileOfResponse } from '#server/forms/files.ts';
import { printedResponse } from '#server/forms/printed.ts';
import { findFor, lists, showRow } from '#server/kit/crud.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { always, conditionOn, findRow } from '#server/kit/rows.ts';
import { changeResponse, removeResponse } from '#server/responses/save.ts';
import { heldLink, linkedResponse, linkInstance, unlinkInstance } from './links.ts';
import { matchesFor } from './matches.ts';
import { mappingOf, personIn } from './person-in-answers.ts';
import { linksOf, serializeInstances } from './serialize.ts';

type Below = { params: { public_form_id: number; id: number } };
type Of = { params: { instance_id: number } };
type InstanceListRequest = {
  params: { public_form_id: number };
  query: z.output<NonNullable<typeof publicInstanceRoutes.list.query>>;
};

const serving = { table: 'responses' as const, scope: visiblePublicInstances, serialize: serializeInstances };
const linking = { table: 'responses' as const, scope: linkablePublicInstances };
const response = conditionOn('responses');

const formOf = async ({ tx, caller }: MemberContext, form_id: number): Promise<FormDefinition> =>
  (await formDefinitions(tx, caller.organization.id, [form_id])).get(form_id) as FormDefinition;

/** The response of the address, which must have come by its public form. */
const instanceOf = async ({ params: { public_form_id, id } }: Below, context: MemberContext) => {
  const row = await findFor(serving, id, context);
  if (row.public_form_id !== public_form_id) throw new Problem('not_found');
  return row;
};

const rows = async ({ params, query: { query, filters } }: InstanceListRequest, context: MemberContext) => {
  const { caller } = context;
  const scoped = { table: 'publish_settings' as const, scope: visiblePublicForms };
  const { id: public_form_id, form_id } = await findFor(scoped, params.public_form_id, context);
  const text = query?.trim();
  const links = response
    .selectFrom('public_form_links')
    .select('public_form_links.id')
    .whereRef('public_form_links.instance_id', '=', 'responses.id');
  return {
    table: 'responses' as const,
    organization_id: caller.organization.id,
    conditions: [
      response('public_form_id', '=', public_form_id),
      filters?.linked === undefined
        ? always
        : filters.linked
          ? response.exists(links)
          : response.not(response.exists(links)),
      text ? answering({ of: ['public_form_id', public_form_id], form: await formOf(context, form_id), text }) : always,
      visiblePublicInstances(caller, 'read'),
    ],
    order: { completed_at: 'completed_at', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['completed_at desc'],
  };
};

const shownLink = async (context: MemberContext, { id, form_id }: { id: number; form_id: number }) => {
  const link = (await linksOf(context, [id])).get(id);
  return link ? { ...link, client_field_mapping: mappingOf(await formOf(context, form_id)) } : null;
};

/** What was answered by public forms, and whose it is. */
export const publicInstancesFeature = implement(publicInstanceRoutes, {
  ...lists({ rows, serialize: serializeInstances, limit: 1000 }),
  show: async (input, context) => showRow(serving, await instanceOf(input, context), context),
  edit: async (input, context) => {
    const row = await instanceOf(input, context);
    const { slots: _, ...form } = await formOf(context, row.form_id);
    return { ...(await showRow(serving, row, context)), form };
  },
  update: prepared({
    admit: (input: Below, context) => instanceOf(input, context),
    prepare: (_, preparing) => prepareAnswerFiles(preparing),
    handle: async (input, context, files) => {
      const instance = await instanceOf(input, context);
      const { organization_id } = instance;
      const link = await heldLink(context, instance);
      if (!link) {
        const changed = await changeResponse(context, instance, {
          ...input.body,
          files,
          findClient: async () => null,
          effects: { webhooks: true, referrals: false, notifications: null },
        });
        return showRow(serving, changed, context);
      }
      const { answers } = input.body;
      const made = await linkedResponse(context, link);
      const findClient = () => findRow(context.tx, 'clients', { organization_id, id: made.client_id as number });
      const effects = { webhooks: true, referrals: true, notifications: 'client_form_updated' } as const;
      await changeResponse(context, made, { answers, files, findClient, effects });
      return showRow(serving, instance, context);
    },
  }),
  remove: async (input, context) => {
    const row = await instanceOf(input, context);
    await removeResponse(context, row, {
      lock_version: input.body?.lock_version,
      effects: { grants: null, webhooks: true, notifications: null },
    });
  },
  printed: async (input, context) => {
    const row = await instanceOf(input, context);
    const [shown] = await serializeInstances([row], context);
    const { answers, ...rest } = shown as NonNullable<typeof shown>;
    return printedResponse(context, { row, client: null, shown: { ...rest, answers: Object.values(answers) } });
  },
  file: async (input, context) => fileOfResponse(context, await instanceOf(input, context), input.params.file_id),
  flat: async ({ params }, context) => showRow(serving, await findFor(serving, params.id, context), context),
  matches: async ({ params }: Of, context) => {
    const row = await findFor(linking, params.instance_id, context);
    const person = personIn(await formOf(context, row.form_id), row.answers);
    return { person, data: await matchesFor(person, context) };
  },
  link: async ({ params, body }, context) => {
    const row = await findFor(linking, params.instance_id, context);
    await linkInstance(context, row, body);
    return (await shownLink(context, row)) as NonNullable<Awaited<ReturnType<typeof shownLink>>>;
  },
  showLink: async ({ params }, context) => shownLink(context, await findFor(serving, params.instance_id, context)),
  unlink: async ({ params }, context) => unlinkInstance(context, await findFor(linking, params.instance_id, context)),
});
