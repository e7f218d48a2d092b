import { sql } from 'kysely';
import type { HandlerInput } from '#contract/kit/route.ts';
import { noPreparing, responseDownloadRoutes as routes } from '#contract/resources/response-downloads.ts';
import { holdsFiles } from '#forms/transfer/response-file.ts';
import { type ConsentExclusion, leftOutLine } from '#server/access/consent-exclusion.ts';
import { seeingLeftOut } from '#server/access/consents.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { smallNumbersBelow } from '#server/access/small-numbers.ts';
import { exporting, refuseSinceWithdrawn } from '#server/forms/export-consents.ts';
import { refuseSinceLost } from '#server/forms/export-rights.ts';
import { notExported, type SubjectType, selectResponses } from '#server/forms/export-selection.ts';
import { beginExport, dropExport, exportOf, keptExport, serializeExport, ticketed } from '#server/forms/exports.ts';
import {
  dictionarySheet,
  emptyResponseSheet,
  type ResponseSelection,
  responseSheet,
  responsesWanted,
} from '#server/forms/response-sheet.ts';
import { fileHeaders } from '#server/kit/files/serve.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { withLine } from '#server/kit/sheets/described.ts';
import { nameOfFile, type SheetFormat, sheetDownload } from '#server/kit/sheets/sheet-file.ts';

type CsvRequest = Pick<HandlerInput<typeof routes.csv>, 'params' | 'query'>;
type OutlineRequest = Pick<HandlerInput<typeof routes.outline>, 'params' | 'query'>;

/** The caller as who takes out those who agreed to it. */
const exported = async (context: MemberContext): Promise<MemberContext> => ({
  ...context,
  caller: await exporting(context, 'forms'),
});

/** How many people are left out of a file: of those whose responses would stand in it. */
const leftOut = async (context: MemberContext, wanted: ResponseSelection): Promise<ConsentExclusion | null> => {
  const caller = seeingLeftOut(context.caller);
  if (!caller || wanted.kind !== 'client') return null;
  const { people } = await responsesWanted({ ...context, caller }, wanted)
    .select(sql<number>`count(distinct responses.client_id)`.as('people'))
    .executeTakeFirstOrThrow();
  return leftOutLine(people, caller, await smallNumbersBelow(context));
};

const downloaded =
  (type: SubjectType, format: SheetFormat) =>
  async ({ params, query: { include_data, ...days } }: CsvRequest, asking: MemberContext) => {
    const context = await exported(asking);
    // A cell of a workbook has no zone: it shows the organization's time.
    const time_zone = format === 'xlsx' ? context.caller.organization.time_zone : undefined;
    const wanted = { ...(await selectResponses(context, { type, id: params.id })), ...days, time_zone };
    const sheet = include_data === '0' ? emptyResponseSheet(wanted) : responseSheet(context, wanted);
    const dictionary = withLine(await dictionarySheet(context, wanted), (await leftOut(context, wanted))?.message);
    return sheetDownload(context, [sheet, dictionary], { name: wanted.form.name, format });
  };

/** How many files stand in the answers of the responses. */
const countFiles = async (context: MemberContext, wanted: ResponseSelection): Promise<number> => {
  const asksFiles = wanted.form.form_fields.some(({ field_type }) => holdsFiles(field_type));
  if (!asksFiles) return 0;
  const { count } = await responsesWanted(context, wanted)
    .innerJoin('response_files', (join) =>
      join
        .onRef('response_files.organization_id', '=', 'responses.organization_id')
        .onRef('response_files.response_id', '=', 'responses.id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const outlined =
  (type: SubjectType) =>
  async ({ params, query }: OutlineRequest, asking: MemberContext) => {
    const context = await exported(asking);
    const wanted = { ...(await selectResponses(context, { type, id: params.id })), ...query };
    const line = await leftOut(context, wanted);
    const [{ responses, people }, files] = await Promise.all([
      responsesWanted(context, wanted)
        .select([sql<number>`count(*)`.as('responses'), sql<number>`count(distinct responses.client_id)`.as('people')])
        .executeTakeFirstOrThrow(),
      countFiles(context, wanted),
    ]);
    return {
      responses,
      people: wanted.kind === 'client' ? people : null,
      files,
      columns: emptyResponseSheet(wanted).columns.map(({ label }) => label),
      filename: nameOfFile(context.caller, wanted.form.name, 'csv'),
      ...(line && { left_out: line }),
    };
  };

const explained =
  (type: SubjectType) =>
  async ({ params }: Pick<CsvRequest, 'params'>, context: MemberContext) => {
    const wanted = await selectResponses(context, { type, id: params.id });
    const name = `${wanted.form.name} dictionary`;
    return sheetDownload(context, [await dictionarySheet(context, wanted)], { name, format: 'csv' });
  };

const types = ['forms', 'internal_forms', 'public_forms'] as const;

/** Has a ZIP file made of all responses with their files, for the owner alone. */
const prepared =
  (type: SubjectType) =>
  async ({ params, query }: OutlineRequest, context: MemberContext) => {
    if (!context.caller.everything) throw new Problem('forbidden', { base: [noPreparing] });
    const { form } = await selectResponses(context, { type, id: params.id });
    const record = { subject_type: type, subject_id: params.id, record_id: form.id };
    const id = await beginExport(context, { ...record, options: query });
    await context.startJob('prepare_files', { export_id: id, form_id: form.id });
    return { id, state: 'enqueued' as const };
  };

type DownloadRequest = { params: { form_id: number; id: number } };

/** An export for who asked for it, as long as they may still take out what is in it. */
const mine = async ({ params: { form_id, id } }: DownloadRequest, context: MemberContext) => {
  const row = await exportOf(context, { record_id: form_id, id, types });
  if (!context.caller.everything) throw notExported();
  await selectResponses(context, { type: row.subject_type as SubjectType, id: row.subject_id });
  return row;
};

const opened = async (input: DownloadRequest, context: MemberContext) => {
  const row = await mine(input, context);
  await refuseSinceWithdrawn(context, row);
  return serializeExport(context.keys, row);
};

/** Responses as files, and what their columns mean. */
export const responseDownloadsFeature = implement(routes, {
  csv: downloaded('forms', 'csv'),
  xlsx: downloaded('forms', 'xlsx'),
  outline: outlined('forms'),
  dictionary: explained('forms'),
  prepare: prepared('forms'),
  internalPrepare: prepared('internal_forms'),
  publicPrepare: prepared('public_forms'),
  prepared: opened,
  removePrepared: async (input: DownloadRequest, context) => {
    const { storage } = context;
    const storage_key = await dropExport(context.tx, await mine(input, context));
    return async () => {
      if (storage_key) await storage.remove(storage_key);
    };
  },
  exported: async ({ params }, { tx, enter, keys, storage }) => {
    const named = ticketed(keys, params.ticket);
    enter(named.organization_id);
    const row = await keptExport(tx, named.id);
    const { filename, content_type, storage_key, user_id, subject_type } = row;
    const organization = await organizationWith(tx, named.organization_id);
    const asker = await memberNow(tx, organization, user_id);
    if (!asker || (subject_type === 'organizations' && !asker.is_superuser)) throw new Problem('not_found');
    await refuseSinceLost({ tx, caller: asker }, row);
    await refuseSinceWithdrawn({ tx, caller: asker }, row);
    return async () => ({ headers: fileHeaders({ filename, content_type }), body: await storage.get(storage_key) });
  },
  internalCsv: downloaded('internal_forms', 'csv'),
  internalXlsx: downloaded('internal_forms', 'xlsx'),
  internalOutline: outlined('internal_forms'),
  internalDictionary: explained('internal_forms'),
  publicCsv: downloaded('public_forms', 'csv'),
  publicXlsx: downloaded('public_forms', 'xlsx'),
  publicOutline: outlined('public_forms'),
  publicDictionary: explained('public_forms'),
});
