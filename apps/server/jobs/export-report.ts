import { sql } from 'kysely';
import { holds } from '../access/demands.ts';
import { visibleReports } from '../access/scopes.ts';
import { smallNumbersBelow } from '../access/small-numbers.ts';
import { always, findRow } from '../kit/rows.ts';
import { nameOfFile, type SheetFormat, sheetFormats, spooledSheets } from '../kit/sheets/sheet-file.ts';
import { refreshTime } from '../reports/refreshes.ts';
import { reportOf } from '../reports/run.ts';
import { reportSheets } from '../reports/sheets.ts';
import { definitionOf, type ReportRow } from '../reports/stored.ts';
import { exportJob, type Make } from './make-export.ts';

declare module '../kit/enqueue.ts' {
  interface Jobs {
    export_report: { export_id: number; report_definition_id: number };
  }
}

type Options = { format: SheetFormat } & Pick<Parameters<typeof reportOf>[2] & object, 'conditions' | 'sort'>;

/** All rows of a report in a file, however many there are. */
const make: Make = async (services, { tx, caller, row }) => {
  const { organization_id, subject_id: id } = row;
  const where = holds(caller, { entity: 'report_definitions', action: 'use' })
    ? always
    : visibleReports(caller, 'read');
  const report = (await findRow(tx, 'report_definitions', { organization_id, id, where })) as ReportRow;
  const { format, ...overrides } = row.options as Options;
  const definition = definitionOf(report);
  const context = { tx, caller, keys: services.keys };
  const small_numbers_below = definition.settings.small_numbers ? null : await smallNumbersBelow(context);
  const asked = await reportOf({ ...context, small_numbers_below }, definition, { ...overrides, isKept: true });
  await sql`set local statement_timeout = ${sql.raw(`'${refreshTime.minutes}min'`)}`.execute(tx);
  const spooled = await spooledSheets(services, await reportSheets(asked), format);
  const { content_type } = sheetFormats[format];
  return async () => ({ spooled, filename: nameOfFile(caller, report.name, format), content_type, count: 1 });
};

export const exportReport = exportJob(make);
