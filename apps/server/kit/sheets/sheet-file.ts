import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Download } from '#contract/kit/route.ts';
import { todayIn } from '../calendar.ts';
import { fileHeaders } from '../files/serve.ts';
import { discard } from '../files/spool.ts';
import type { MemberContext } from '../handlers.ts';
import { csv } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { xlsx } from './xlsx.ts';

/** The sheet itself, and what stands beside it in a workbook. */
export type Sheets = readonly [Sheet, ...Sheet[]];

export const sheetFormats = {
  csv: { write: ([sheet]: Sheets) => csv(sheet), content_type: 'text/csv' },
  xlsx: {
    write: (sheets: Sheets) => xlsx(sheets),
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const;
export type SheetFormat = keyof typeof sheetFormats;

type SheetContext = Pick<MemberContext, 'caller' | 'storage'>;

/** So many bytes are sent at once. */
const piece = 256 * 1024;

/** "Visits_2026-03-14.csv", on the day of who asks. */
export const nameOfFile = ({ person, organization }: SheetContext['caller'], name: string, ending: string): string =>
  `${name.replaceAll(/[/\\]/g, '-')}_${todayIn(person.time_zone ?? organization.time_zone)}.${ending}`;

/** Sheets in a file on the local disk, some hundred rows at a time in memory. */
export const spooledSheets = ({ storage }: Pick<SheetContext, 'storage'>, sheets: Sheets, format: SheetFormat) =>
  storage.spool(Readable.from(sheetFormats[format].write(sheets), { objectMode: false }));

/** A file that goes when its stream is closed: read to its end, or given up before its first byte. */
const readAndDiscarded = (path: string): Readable =>
  createReadStream(path, { highWaterMark: piece })
    // Told to who is sent it; nobody is yet.
    .on('error', () => {})
    .once('close', () => void discard(path));

/**
 * Sheets as they are downloaded. They are written whole before the answer begins: so the database is done with them
 * however slowly they are fetched, and what takes too long is told.
 */
export const sheetDownload = async (
  asking: SheetContext,
  sheets: Sheets,
  { name, format }: { name: string; format: SheetFormat },
): Promise<Download> => {
  const path = await asking.storage.setDown(sheetFormats[format].write(sheets));
  const { content_type } = sheetFormats[format];
  return {
    headers: fileHeaders({ filename: nameOfFile(asking.caller, name, format), content_type }),
    body: readAndDiscarded(path),
  };
};
