import { sql } from 'kysely';
import { type ImportType, importRoutes, importTypes } from '#contract/resources/imports.ts';
import { formatDate } from '#forms/calendar.ts';
import { actionsOpenOn } from '#server/access/allowed-actions.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { organizationLimits } from '#server/imports/expected-table.ts';
import { shownFindings } from '#server/imports/findings.ts';
import { headerDifference } from '#server/imports/header-difference.ts';
import { begunLog } from '#server/imports/log.ts';
import { demandImport, expectedHeader, formForImport, mayImport, mayUndo, ownPlan } from '#server/imports/plans.ts';
import { startImport, undoableImport } from '#server/imports/starting.ts';
import { fileOfImport, type ImportRow, serializeImports } from '#server/imports/stored.ts';
import { readUpload, type Upload, uploadColumns } from '#server/imports/upload.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { keepFiles } from '#server/kit/files/store-file.ts';
import { implement, type MemberContext, type PrepareContext, prepared } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { conditionOn, findRow, ofOrganization } from '#server/kit/rows.ts';

const invalidFile =
  'The file is invalid. Please be sure the columns have not been renamed or repositioned, and try again.';

type OfForm = { form_id: number };
type One = OfForm & { id: number };

const readInput = (_: unknown, preparing: PrepareContext) =>
  readUpload(preparing, { anyEncoding: false, limits: organizationLimits, by: preparing.caller.organization.id });

/** Says what is wrong with a file as a whole, for what it is to do; null when it is as it must be. */
const problemOf = (
  { content, refusal }: Upload,
  form: FormDefinition,
  type: ImportType,
): { input: string[]; base?: string[] } | null => {
  if (!content) return { input: [refusal ?? invalidFile] };
  const difference = headerDifference(content.header, expectedHeader(form, type));
  if (difference !== null) return { input: [invalidFile], base: [difference] };
  return content.number_of_records === 0 ? { input: ['The file has no rows below the header.'] } : null;
};

const path = (row: ImportRow, { caller }: MemberContext) =>
  `/api/organization/${caller.organization.slug}/forms/${row.form_id}/imports/${row.id}`;

/** Whether the caller may open what was sent: it may tell of people whom others who import may not see. */
const mayOpen = ({ created_by_id }: ImportRow, { caller }: MemberContext): boolean =>
  caller.everything || created_by_id === caller.person.id;
const closed = { error_url: null, preview: [], kept: [] };

const serialize = async (rows: ImportRow[], context: MemberContext) => {
  const [shown, openOn] = await Promise.all([
    serializeImports(context.tx, rows, (row, file) => `${path(row, context)}/${file}`),
    actionsOpenOn(context, [...new Set(rows.map(({ form_id }) => form_id as number))]),
  ]);
  return shown.map((one, index) => {
    const row = rows[index] as ImportRow;
    const { type, form_id } = row;
    return {
      ...one,
      ...(mayOpen(row, context) ? {} : closed),
      type: type as ImportType,
      form_id: form_id as number,
      may_undo: mayUndo(context.caller, row, { type: type as ImportType, open: openOn(form_id as number) }),
    };
  });
};
const serializeOne = async (row: ImportRow, context: MemberContext) =>
  (await serialize([row], context))[0] as Awaited<ReturnType<typeof serialize>>[number];

const row = conditionOn('imports');

/** An import of the form, for who may do what it does. */
const importOf = async ({ form_id, id }: One, context: MemberContext): Promise<ImportRow> => {
  const { tx, caller } = context;
  await formForImport(context, form_id);
  const found = await findRow(tx, 'imports', {
    organization_id: caller.organization.id,
    id,
    where: row.and([row('form_id', '=', form_id), row('type', '<>', 'form')]),
  });
  demandImport(caller, found.type as ImportType);
  return found;
};

/** The same, for who may open what was sent. */
const openedImport = async (input: One, context: MemberContext): Promise<ImportRow> => {
  const found = await importOf(input, context);
  if (!mayOpen(found, context)) throw new Problem('forbidden');
  return found;
};

/** Says of a file whose bytes were imported into this form before, on which day; an import that was undone does not count. */
const importedBefore = async ({ tx, caller }: MemberContext, form_id: number, sha256: string) => {
  const before = await ofOrganization(tx, 'imports', caller)
    .select('finished_at')
    .where('sha256', '=', sha256)
    .where('form_id', '=', form_id)
    .where('state', '=', 'succeeded')
    .where('undone_at', 'is', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!before?.finished_at) return {};
  const day = todayIn(caller.organization.time_zone, new Date(before.finished_at));
  return { base: [`This file was imported before on ${formatDate(day)}.`] };
};

const refuseType = (form: FormDefinition, type: ImportType) => {
  if ((form.form_type === 'internal') !== (type === 'internal'))
    throw invalid('type', form.form_type === 'internal' ? 'Choose internal for this form' : 'This form has no records');
};

/** Imports and batch deletes that organizations do themselves. */
export const importsFeature = implement(importRoutes, {
  list: async ({ params }, context) => {
    const { tx, caller } = context;
    const form = await formForImport(context, params.form_id);
    const types = importTypes.filter((type) => mayImport(caller, type));
    if (types.length === 0) throw new Problem('forbidden');
    const rows = await ofOrganization(tx, 'imports', caller)
      .selectAll()
      .where('form_id', '=', form.id)
      .where('type', '=', sql<string>`any(${types}::text[])`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(500)
      .execute();
    return { data: await serialize(rows, context) };
  },
  show: async ({ params }, context) => serializeOne(await importOf(params, context), context),
  create: prepared({
    admit: ({ params }, context) => formForImport(context, params.form_id),
    prepare: readInput,
    handle: async ({ params, body: { type } }, context, file) => {
      const { tx, caller } = context;
      const form = await formForImport(context, params.form_id);
      demandImport(caller, type);
      refuseType(form, type);
      if (!file) throw invalid('input', 'Choose a file');
      const problem = problemOf(file, form, type);
      const [kept] = await keepFiles(context, [file.stored]);
      const { stored } = file;
      const errors = problem ?? (await importedBefore(context, form.id, stored.sha256));
      const made = await tx
        .insertInto('imports')
        .values({
          organization_id: caller.organization.id,
          type,
          form_id: form.id,
          name: stored.filename,
          state: problem ? 'failed' : 'mapped',
          ...uploadColumns(file, kept?.id as number),
          ...(problem ? { preview: '[]' } : {}),
          errors: JSON.stringify(errors),
          log: begunLog(caller.person.id, `${stored.filename} chosen`),
          created_by_id: caller.person.id,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return serializeOne(made, context);
    },
  }),
  run: async ({ params, body }, context) => {
    const before = await importOf(params, context);
    return serializeOne(await startImport(context, before, body ?? {}), context);
  },
  undo: async ({ params }, context) => {
    const before = await importOf(params, context);
    if (!(await serializeOne(before, context)).may_undo) throw new Problem('forbidden');
    return serializeOne(await undoableImport(context, before), context);
  },
  findings: async ({ params }, context) => {
    const found = await openedImport(params, context);
    return shownFindings(context, found, async () => ownPlan(await formForImport(context, params.form_id), found));
  },
  input: async ({ params }, context) => {
    const found = await openedImport(params, context);
    return fileOfImport(context, found, found.file_id);
  },
  errors: async ({ params }, context) => {
    const found = await openedImport(params, context);
    return fileOfImport(context, found, found.error_file_id);
  },
});
