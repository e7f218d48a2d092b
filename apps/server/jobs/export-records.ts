import type { RecordFileKind, RecordFileQuery } from '#contract/resources/record-files.ts';
import { nameOfFile, type SheetFormat, sheetFormats, spooledSheets } from '../kit/sheets/sheet-file.ts';
import { recordFiles, recordSheets } from '../record-files/index.ts';
import { exportJob, type Make } from './make-export.ts';

declare module '../kit/enqueue.ts' {
  interface Jobs {
    export_records: { export_id: number };
  }
}

/** All rows of a file of records, however many there are. */
const make: Make = async (services, { tx, caller, row }) => {
  const kind = row.subject_type as RecordFileKind;
  const { format, query } = row.options as { format: SheetFormat; query: RecordFileQuery };
  const sheets = await recordSheets(kind, { tx, caller, keys: services.keys }, query);
  const spooled = await spooledSheets(services, sheets, format);
  const { content_type } = sheetFormats[format];
  return async () => ({
    spooled,
    filename: nameOfFile(caller, recordFiles[kind].name, format),
    content_type,
    count: 1,
  });
};

export const exportRecords = exportJob(make);
