import { sql } from 'kysely';
import { holds } from '#server/access/demands.ts';
import { visibleReports } from '#server/access/scopes.ts';
import { smallNumbersBelow } from '#server/access/small-numbers.ts';
import { always, findRow } from '#server/kit/rows.ts';
import { nameOfFile, sheetFormats, spooledSheets } from '#server/kit/sheets/sheet-file.ts';
import { exportJob, type Make } from '#server/records/jobs/make-export.ts';
import { narrowingFor } from '../narrowing.ts';
import { refreshTime } from '../refreshes.ts';
import { reportOf } from '../run.ts';
import { fileNameOf, reportSheets } from '../sheets.ts';
import { definitionOf, type ReportRow } from '../stored.ts';

/** All rows of a report in a file, however many there are. */
const make: Make = async (services, { tx, caller, row }) => {
  const { organization_id, subject_id: id } = row;
  const where = holds(caller, { entity: 'report_definitions', action: 'use' })
    ? always
    : visibleReports(caller, 'read');
  const report = (await findRow(tx, 'report_definitions', { organization_id, id, where })) as ReportRow;
  const { format, conditions, sort, parameters } = row.options;
  const definition = definitionOf(report);
  const context = { tx, caller, keys: services.keys };
  const small_numbers_below = definition.settings.small_numbers ? null : await smallNumbersBelow(context);
  const overrides = { conditions, sort, parameters, isKept: true };
  const result = await reportOf({ ...context, small_numbers_below }, definition, overrides);
  await sql`set local statement_timeout = ${sql.raw(`'${refreshTime.minutes}min'`)}`.execute(tx);
  const { parameters: asked } = await narrowingFor({ tx, caller }, report, result.narrowing);
  const spooled = await spooledSheets(services, await reportSheets(result, asked), format);
  const { content_type } = sheetFormats[format];
  return async () => ({
    spooled,
    filename: nameOfFile(caller, fileNameOf(report.name, asked), format),
    content_type,
    count: 1,
  });
};

export const exportReport = exportJob(make);
