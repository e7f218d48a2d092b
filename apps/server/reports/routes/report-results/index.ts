import { sql } from 'kysely';
import type { Download } from '#contract/kit/route.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { noExport } from '#contract/resources/response-downloads.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { exporting, refuseSinceWithdrawn } from '#server/forms/export-consents.ts';
import { refuseSinceLost } from '#server/forms/export-rights.ts';
import { beginExport, downloadedOrExported, exportOf, serializeExport } from '#server/forms/exports.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { type SheetFormat, sheetDownload } from '#server/kit/sheets/sheet-file.ts';
import { askedFor, freshness, keptFor, type Overrides, readable } from '#server/reports/asked.ts';
import { narrowingFor } from '#server/reports/narrowing.ts';
import { refreshTime } from '#server/reports/refreshes.ts';
import { definitionWith, modeIssues, targetIssues } from '#server/reports/sent.ts';
import { fileNameOf, reportSheets } from '#server/reports/sheets.ts';
import { findReport, findView } from '#server/reports/stored.ts';
import { columnsFor } from '#server/reports/view-columns.ts';
import { dataOf, fileOf, pageOf } from '#server/reports/view-data.ts';
import { blankView, type View, viewIssues } from '#server/reports/view-issues.ts';
import { saveSummary, shownSummary, summaryOf } from './summary.ts';

/** So many rows stand on a page of a result. */
const pageSize = 25;
/** A preview shows the first rows. */
const previewed = 20;

/** A cross table to download in place of all rows. */
type OfView = { view_id?: number };
type DictionaryQuery = Pick<Overrides, 'parameters'> & OfView;

/** All rows of a report in a file, or its cross table; of too many a job that writes it, and a mail once it is there. */
const exported =
  (format: SheetFormat) =>
  async (
    { params, query: { view_id, ...query } }: { params: { id: number }; query: Overrides & OfView },
    context: MemberContext,
  ): Promise<Download> => {
    const row = await readable(params.id, context);
    const report = await keptFor({ ...context, caller: await exporting(context, 'report_definitions') }, row, query);
    const { parameters } = await narrowingFor(context, row, report.narrowing);
    const view = view_id === undefined ? null : await findView(context, row, view_id);
    const sheets = await reportSheets(report, parameters, view ? await fileOf(report, view) : undefined);
    return downloadedOrExported(context, sheets, {
      name: fileNameOf(view ? `${row.name} ${view.name}` : row.name, parameters),
      format,
      begin: async () => {
        const options = { format, ...query };
        const record = { subject_type: 'report_definitions' as const, subject_id: row.id, record_id: row.id };
        const id = await beginExport(context, { ...record, options });
        await context.startJob('export_report', { export_id: id, report_definition_id: row.id });
        return id;
      },
    });
  };

/** What the columns of an export mean. */
const explained = async (
  { params, query: { view_id, ...query } }: { params: { id: number }; query: DictionaryQuery },
  context: MemberContext,
): Promise<Download> => {
  const row = await readable(params.id, context);
  const report = await keptFor(context, row, query);
  const { parameters } = await narrowingFor(context, row, report.narrowing);
  const view = view_id === undefined ? null : await findView(context, row, view_id);
  const [, dictionary] = await reportSheets(report, parameters, view ? await fileOf(report, view) : undefined);
  return sheetDownload(context, [dictionary], { name: `${row.name} dictionary`, format: 'csv' });
};

/** Notes that a report is being refreshed, unless it is. */
const beginRefresh = async ({ tx, caller }: MemberContext, report_definition_id: number): Promise<void> => {
  const begun = await tx
    .insertInto('report_refreshes')
    .values({ organization_id: caller.organization.id, report_definition_id, requested_at: sql<string>`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'report_definition_id'])
        .doUpdateSet((eb) => ({ requested_at: eb.ref('excluded.requested_at'), error: eb.ref('excluded.error') }))
        .where(
          sql<boolean>`report_refreshes.requested_at is null
            or report_refreshes.requested_at <= excluded.requested_at - ${sql.raw(`interval '${refreshTime.minutes} minutes'`)}`,
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!begun)
    throw new Problem('conflict', { base: ['This report is already refreshing. Try again when it finishes.'] });
};

/** Changes what the summary of a report holds, and answers it. */
const saveAndShow = async (
  { params, body }: { params: { report_id: number }; body: { settings: string } },
  context: MemberContext,
) => {
  const row = await findReport(params.report_id, context);
  const report = await keptFor(context, row, {});
  const summary = summaryOf(body.settings, report);
  await saveSummary(context, row, summary);
  return shownSummary({ summary }, report);
};

/** What reports come to, under the rights of who asks. */
export const reportResultsFeature = implement(reportResultRoutes, {
  show: async ({ params, query }, context) => {
    const row = await readable(params.id, context);
    const { page = 1, page_size = pageSize, ...overrides } = query;
    const report = await keptFor(context, row, overrides);
    const result = await report.page({ page, page_size });
    const narrowing = await narrowingFor(context, row, result.narrowing);
    return { ...result, narrowing, ...(await freshness(context, row)) };
  },
  refresh: async ({ params }, context) => {
    const { id } = await readable(params.id, context);
    await beginRefresh(context, id);
    await context.startJob('refresh_report', { report_definition_id: id });
    const { refreshed_at } = await ofOrganization(context.tx, 'report_refreshes', context.caller)
      .select('refreshed_at')
      .where('report_definition_id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, refreshing: true, last_refreshed_at: refreshed_at };
  },
  csv: exported('csv'),
  dictionary: explained,
  xlsx: exported('xlsx'),
  exported: async ({ params: { report_id, id } }, context) => {
    const row = await exportOf(context, { record_id: report_id, id, types: ['report_definitions'] });
    await readable(report_id, context).catch(() => {
      throw new Problem('forbidden', { base: [noExport] });
    });
    await refuseSinceLost(context, row);
    await refuseSinceWithdrawn(context, row);
    return serializeExport(context.keys, row);
  },
  viewPage: async ({ params, query }, context) => {
    const row = await readable(params.report_id, context);
    const { page_size = pageSize, ...overrides } = query;
    const view = await findView(context, row, params.id);
    const report = await keptFor(context, row, overrides);
    const page = await pageOf(report, view, { page: params.page, page_size, caller: context.caller });
    return {
      ...page,
      narrowing: await narrowingFor(context, row, page.narrowing),
      ...(await freshness(context, row)),
      view: { ...view, data: page.data },
    };
  },
  preview: async ({ body }, context) => {
    const definition = definitionWith(body) as ReportDefinition;
    refuse([...modeIssues(body, definition), ...(await targetIssues(context, definition))]);
    const report = await askedFor(context, definition, { isKept: false });
    const page = await report.page({ page: 1, page_size: previewed });
    return { ...page, refreshing: false, last_refreshed_at: new Date().toISOString() };
  },
  viewPreview: async ({ params, body }, context) => {
    const row = await findReport(params.report_id, context);
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const view = { ...blankView, ...sent } as View;
    refuse(viewIssues(view, await columnsFor(context, row)));
    return dataOf(await keptFor(context, row, {}), view, context.caller);
  },
  summary: async ({ params, query }, context) => {
    const row = await readable(params.report_id, context);
    return shownSummary(row, await keptFor(context, row, query));
  },
  createSummary: saveAndShow,
  updateSummary: saveAndShow,
});
