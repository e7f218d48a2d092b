import type { z } from 'zod';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { visiblePublicForms, visiblePublicInstances } from '#server/access/scopes.ts';
import { answering } from '#server/forms/answer-search.ts';
import { prepareAnswerFiles } from '#server/forms/answers.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { fileOfResponse } from '#server/forms/files.ts';
import { printedResponse } from '#server/forms/printed.ts';
import { removeResponse } from '#server/forms/remove.ts';
import { changeResponse } from '#server/forms/save.ts';
import { findFor, lists, showRow } from '#server/kit/crud.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { always, conditionOn, findRow } from '#server/kit/rows.ts';
import { heldLink, linkedResponse, linkInstance, unlinkInstance } from './links.ts';
import { matchesFor } from './matches.ts';
import { mappingOf, personIn } from './person-in-answers.ts';
import { linksOf, presentInstances } from './present.ts';

type Below = { params: { public_form_id: number; id: number } };
type Of = { params: { instance_id: number } };
type Listed = {
  params: { public_form_id: number };
  query: z.output<NonNullable<typeof publicInstanceRoutes.list.query>>;
};

const serving = { table: 'responses' as const, scope: visiblePublicInstances, present: presentInstances };
const response = conditionOn('responses');

const formOf = async ({ tx, caller }: MemberContext, form_id: number): Promise<FormDefinition> =>
  (await formDefinitions(tx, caller.organization.id, [form_id])).get(form_id) as FormDefinition;

/** The response of the address, which must have come by its public form. */
const instanceOf = async ({ params: { public_form_id, id } }: Below, context: MemberContext) => {
  const row = await findFor(serving, id, context);
  if (row.public_form_id !== public_form_id) throw new Problem('not_found');
  return row;
};

const rows = async ({ params, query: { query, filters } }: Listed, context: MemberContext) => {
  const { caller } = context;
  const scoped = { table: 'publish_settings' as const, scope: visiblePublicForms };
  const { id: public_form_id, form_id } = await findFor(scoped, params.public_form_id, context);
  const text = query?.trim();
  const links = response
    .selectFrom('public_form_links')
    .select('public_form_links.id')
    .where('public_form_links.organization_id', '=', caller.organization.id)
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
      text
        ? answering(context, { of: ['public_form_id', public_form_id], form: await formOf(context, form_id), text })
        : always,
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
  ...lists({ rows, present: presentInstances, limit: 1000 }),
  show: async (given, context) => showRow(serving, await instanceOf(given, context), context),
  edit: async (given, context) => {
    const row = await instanceOf(given, context);
    const { slots: _, ...form } = await formOf(context, row.form_id);
    return { ...(await showRow(serving, row, context)), form };
  },
  update: prepared({
    admit: (given: Below, context) => instanceOf(given, context),
    prepare: (_, preparing) => prepareAnswerFiles(preparing),
    handle: async (given, context, files) => {
      const instance = await instanceOf(given, context);
      const { organization_id } = instance;
      const link = await heldLink(context, instance);
      if (!link) {
        const changed = await changeResponse(context, instance, {
          ...given.body,
          files,
          findClient: async () => null,
          event: null,
        });
        return showRow(serving, changed, context);
      }
      const { answers } = given.body;
      const made = await linkedResponse(context, link);
      const findClient = () => findRow(context.tx, 'clients', { organization_id, id: made.client_id as number });
      await changeResponse(context, made, { answers, files, findClient, event: 'client_form_updated' });
      return showRow(serving, instance, context);
    },
  }),
  remove: async (given, context) => {
    const row = await instanceOf(given, context);
    await removeResponse(context, row, { lock_version: given.body?.lock_version, event: null });
  },
  printed: async (given, context) => {
    const row = await instanceOf(given, context);
    const [shown] = await presentInstances([row], context);
    const { answers, ...rest } = shown as NonNullable<typeof shown>;
    return printedResponse(context, { row, client: null, shown: { ...rest, answers: Object.values(answers) } });
  },
  file: async (given, context) => fileOfResponse(context, await instanceOf(given, context), given.params.file_id),
  flat: async ({ params }, context) => showRow(serving, await findFor(serving, params.id, context), context),
  matches: async ({ params }: Of, context) => {
    const row = await findFor(serving, params.instance_id, context);
    const person = personIn(await formOf(context, row.form_id), row.answers as Record<string, unknown>);
    return { person, data: await matchesFor(person, context) };
  },
  link: async ({ params, body }, context) => {
    const row = await findFor(serving, params.instance_id, context);
    await linkInstance(context, row, body);
    return (await shownLink(context, row)) as NonNullable<Awaited<ReturnType<typeof shownLink>>>;
  },
  showLink: async ({ params }, context) => shownLink(context, await findFor(serving, params.instance_id, context)),
  unlink: async ({ params }, context) => unlinkInstance(context, await findFor(serving, params.instance_id, context)),
});
