import { type RecordFileKind, recordFileDemands } from '#contract/record-file-kinds.ts';
import type { RecordFileQuery } from '#contract/resources/record-files.ts';
import { meetsAny } from '#server/access/demands.ts';
import { exporting } from '#server/forms/export-consents.ts';
import { notExported } from '#server/forms/export-selection.ts';
import { describedColumns, withLine } from '#server/kit/sheets/described.ts';
import type { Sheet } from '#server/kit/sheets/sheet.ts';
import { history } from './history.ts';
import { households } from './households.ts';
import { notes } from './notes.ts';
import { people } from './people.ts';
import { type CallerContext, peopleLeftOut, type RecordFile } from './record-file.ts';

/** Every file of records, by the name of its address. */
export const recordFiles: Record<RecordFileKind, RecordFile> = {
  clients: people,
  notes,
  households,
  versions: history,
};

/**
 * The table of a file, as the caller may have it at this moment, and what its columns mean. Refuses who may not have it
 * before a row is read.
 */
export const recordSheets = async (
  kind: RecordFileKind,
  context: CallerContext,
  query: RecordFileQuery,
): Promise<[Sheet, Sheet]> => {
  const demand = recordFileDemands[kind];
  if (demand && !(await meetsAny(context.tx, context.caller, demand))) throw notExported();
  const { columns, sheet } = recordFiles[kind];
  const asking = { ...context, caller: await exporting(context, kind) };
  const { record_type: _, record_id, ...people } = query;
  const line = record_id === undefined ? await peopleLeftOut(asking, people) : null;
  return [await sheet(asking, query), withLine(describedColumns(columns), line?.message)];
};
