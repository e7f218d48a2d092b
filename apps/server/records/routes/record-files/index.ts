import type { HandlerInput } from '#contract/kit/route.ts';
import type { RecordFileKind } from '#contract/record-file-kinds.ts';
import { type RecordFileQuery, recordFileRoutes as routes } from '#contract/resources/record-files.ts';
import { exporting, refuseSinceWithdrawn } from '#server/forms/export-consents.ts';
import { refuseSinceLost } from '#server/forms/export-rights.ts';
import { notExported } from '#server/forms/export-selection.ts';
import { beginExport, downloadedOrExported, exportOf, serializeExport } from '#server/forms/exports.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { describedColumns } from '#server/kit/sheets/described.ts';
import { type SheetFormat, sheetDownload } from '#server/kit/sheets/sheet-file.ts';
import { recordFiles, recordSheets } from '#server/records/index.ts';
import { peopleLeftOut } from '#server/records/record-file.ts';

const downloaded =
  (kind: RecordFileKind, format: SheetFormat) =>
  async ({ query }: { query: RecordFileQuery }, context: MemberContext) => {
    const sheets = await recordSheets(kind, context, query);
    return downloadedOrExported(context, sheets, {
      name: recordFiles[kind].name,
      format,
      begin: async () => {
        const { id: of } = context.caller.organization;
        const options = { format, query };
        const id = await beginExport(context, { subject_type: kind, subject_id: of, record_id: of, options });
        await context.startJob('export_records', { export_id: id });
        return id;
      },
    });
  };

const explained = (kind: RecordFileKind) => async (_: object, context: MemberContext) => {
  const { name, columns } = recordFiles[kind];
  return sheetDownload(context, [describedColumns(columns)], { name: `${name} dictionary`, format: 'csv' });
};

const kinds = Object.keys(recordFiles) as RecordFileKind[];

/** An export for who asked for it, as long as they may still take out what is in it. */
const mine = async (
  { params: { id } }: Pick<HandlerInput<typeof routes.exported>, 'params'>,
  context: MemberContext,
) => {
  const row = await exportOf(context, { record_id: context.caller.organization.id, id, types: kinds });
  const { query } = row.options;
  await refuseSinceWithdrawn(context, row);
  await recordSheets(row.subject_type as RecordFileKind, context, query).catch((error: unknown) => {
    throw error instanceof Problem ? notExported() : error;
  });
  await refuseSinceLost(context, row);
  return row;
};

/** People, notes, households and history as files. */
export const recordFilesFeature = implement(routes, {
  clientsCsv: downloaded('clients', 'csv'),
  clientsXlsx: downloaded('clients', 'xlsx'),
  clientsDictionary: explained('clients'),
  notesCsv: downloaded('notes', 'csv'),
  notesXlsx: downloaded('notes', 'xlsx'),
  notesDictionary: explained('notes'),
  householdsCsv: downloaded('households', 'csv'),
  householdsXlsx: downloaded('households', 'xlsx'),
  householdsDictionary: explained('households'),
  versionsCsv: downloaded('versions', 'csv'),
  versionsXlsx: downloaded('versions', 'xlsx'),
  versionsDictionary: explained('versions'),
  exported: async (input, context) => serializeExport(context.keys, await mine(input, context)),
  leftOut: async ({ query }, context) => {
    const caller = await exporting(context, 'clients');
    return { left_out: await peopleLeftOut({ ...context, caller }, query) };
  },
});
