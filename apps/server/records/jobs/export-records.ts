import type { RecordFileKind } from '#contract/record-file-kinds.ts';
import { nameOfFile, sheetFormats, spooledSheets } from '#server/kit/sheets/sheet-file.ts';
import { recordFiles, recordSheets } from '../index.ts';
import { exportJob, type Make } from './make-export.ts';

/** All rows of a file of records, however many there are. */
const make: Make = async (services, { tx, caller, row }) => {
  const kind = row.subject_type as RecordFileKind;
  const { format, query } = row.options;
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
