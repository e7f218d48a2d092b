import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CsvError, parse } from 'csv-parse';
import { meant, restored } from '#forms/transfer/cell.ts';
import type { TableFormat, TableRow } from '#server/schema/json-columns.ts';
import { detectType } from '../files/content-type.ts';
import { FileRefused } from '../files/errors.ts';
import { type AcceptedFiles, ATTACHMENTS } from '../files/file-types.ts';
import type { IncomingFile } from '../handlers.ts';
import { Problem } from '../problem.ts';
import { runInSandbox, TooMuchWork } from '../sandbox.ts';
import { fairTurns } from '../turns.ts';
import { withGuardsQuoted } from './guarded-cells.ts';
import { separatorOf } from './separator.ts';
import type { SheetRow } from './workbook.ts';

/** What a table may hold. */
export type TableLimits = {
  rows: number;
  columns: number;
  /** In characters, where a cell may hold more than most. */
  cell?: number;
};

/** A cell may hold so many characters, and a row all its cells. */
const usualCell = 64 * 1024;
const maxRow = 4 * 1024 * 1024;

/** Why a file is no table that can be read, and what to do about it. */
export class TableRefused extends Error {}

const notText = 'This file isn’t a table. Save it as CSV or as a workbook (.xlsx) and choose the new file.';
const notUtf8 = 'This file isn’t in UTF-8. In your spreadsheet program, save it as “CSV UTF-8” and choose that file.';

/** A file of any kind is known by its content; told is what to choose instead. */
const TABLES: AcceptedFiles = { ...ATTACHMENTS, choose: 'Choose a CSV file or a workbook (.xlsx).' };

type Content = AsyncIterable<Uint8Array>;

/** The text of a file. Throws TableRefused where its bytes are none. */
async function* decoded(content: Content, encoding: TableFormat['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const checked = (text: string) => {
    // Tables hold no control characters but tabs and breaks.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) throw new TableRefused(notText);
    return text;
  };
  try {
    for await (const chunk of content) yield checked(decoder.decode(chunk, { stream: true }));
    yield checked(decoder.decode());
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
      ? new TableRefused(notUtf8)
      : error;
  }
}

const whole = async (text: AsyncIterable<string>): Promise<void> => {
  for await (const _ of text);
};

const canRead = async (path: string, encoding: TableFormat['encoding']): Promise<boolean> =>
  whole(decoded(createReadStream(path), encoding)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TableRefused) return false;
      throw error;
    },
  );

const headOf = async (path: string, bytes: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** By its mark, else as UTF-8, else as what older spreadsheet programs write; null for what is no text at all. */
const encodingOf = async (path: string): Promise<TableFormat['encoding'] | null> => {
  const [first, second] = await headOf(path, 2);
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (await canRead(path, 'utf-8')) return 'utf-8';
  return (await canRead(path, 'windows-1252')) ? 'windows-1252' : null;
};

const megabytes = 1024;
/** Workbooks are read one at a time; who waits takes turns. */
const reading = fairTurns({ most: 1, places: 100 }, () => new Problem('working', undefined, 10));
const program = new URL('./workbook-apart.ts', import.meta.url);

/** The first sheet of a workbook that is not hidden: a row as JSON in each line. */
const sheetOf = async (content: Uint8Array, by: unknown): Promise<Buffer> =>
  reading(by, () => runInSandbox(program, { content }, { seconds: 60, megabytes })).catch((error: unknown) => {
    if (error instanceof TooMuchWork)
      throw new TableRefused('This workbook takes too long to read. Save the sheet as CSV and choose that file.');
    throw error instanceof FileRefused ? new TableRefused(error.message) : error;
  });

/** How a file may be written, and by what its columns are known. */
export type ExpectedTable = {
  /** Whether text may be in another encoding than UTF-8. */
  anyEncoding: boolean;
  /** Whether a column of this name may be expected. */
  isKnown: (label: string) => boolean;
};

/** How a file is written. Throws TableRefused for what is no table, whatever it is called. */
export const formatOf = async (
  { filename, spooled }: IncomingFile,
  { anyEncoding, isKnown }: ExpectedTable,
): Promise<TableFormat> => {
  const detected = await detectType(spooled, filename, TABLES);
  if (/\.xlsx$/i.test(filename)) {
    if (detected.refusal !== undefined) throw new TableRefused(detected.refusal);
    return { kind: 'xlsx', encoding: 'utf-8', separator: ',' };
  }
  if (!/\.(csv|txt|tsv|tab)$/i.test(filename)) throw new TableRefused(detected.refusal ?? notText);
  const encoding = await encodingOf(spooled.path);
  if (encoding === null || (encoding === 'utf-8' && detected.refusal !== undefined && spooled.size > 0))
    throw new TableRefused(detected.refusal ?? notText);
  if (encoding !== 'utf-8' && !anyEncoding) throw new TableRefused(notUtf8);
  const head = new TextDecoder(encoding).decode(await headOf(spooled.path, 256 * 1024));
  const { separator, isStated } = separatorOf(head, isKnown);
  return { kind: 'csv', encoding, separator, ...(isStated ? { has_separator_line: true } : {}) };
};

const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error;
  const { records = 0, empty_lines = 0 } = error as Partial<Info>;
  const row = records + empty_lines + 1;
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new TableRefused(`Row ${row} is too long. Look for a quotation mark there that isn’t closed.`);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new TableRefused(
      `A quotation mark opens in row ${row} and isn’t closed. Close it and choose the file again.`,
    );
  return new TableRefused(
    `A quotation mark in row ${row} is on its own. Write it twice, or put the whole cell in quotation marks.`,
  );
};

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Leaves out the nameless columns at the end, which spreadsheets write where a cell was once touched. */
const named = (cells: readonly string[]): string[] => {
  const header = cells.map((cell) => cell.trim());
  return header.slice(0, header.findLastIndex((label) => label !== '') + 1);
};

/** The rows of a workbook, which is read whole, in a process of its own. */
async function* workbookRows(content: Readable, by: unknown): AsyncGenerator<TableRow> {
  const lines = (await sheetOf(await buffer(content), by)).toString('utf8').split('\n');
  let width = 0;
  for (const line of lines) {
    if (line === '') continue;
    const { row, cells }: SheetRow = JSON.parse(line);
    if (isBlank(cells)) continue;
    // A sheet does not say where its rows end: they are as long as the first one that holds anything.
    width ||= cells.length;
    while (cells.length < width) cells.push('');
    // A CSV file that is saved as a workbook keeps its guards.
    yield { row, cells: cells.map(restored) };
  }
}

async function* csvRows(content: Readable, { encoding, separator, has_separator_line }: TableFormat) {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRow,
    ...(has_separator_line ? { from_line: 2 } : {}),
    info: true,
  });
  const text = Readable.from(withGuardsQuoted(decoded(content, encoding), { separator, longest: maxRow }));
  text.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of text.pipe(parser) as AsyncIterable<{ record: string[]; info: Info }>) {
      if (isBlank(record)) continue;
      const cells = record.map((cell) => meant(cell.includes('\r') ? cell.replace(/\r\n?/g, '\n') : cell));
      yield { row: info.records + info.empty_lines, cells };
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    content.destroy();
    text.destroy();
  }
}

/**
 * The rows of a table, the first one included, one at a time. A cell is what it means to who sees it in a spreadsheet: no
 * guard against formulas is left, dates of workbooks are YYYY-MM-DD, and breaks within cells those of Unix. Rows without any
 * content are left out and counted. Throws TableRefused where it cannot be read any further.
 * @param by who waits in turn, where several want workbooks read
 */
export const rowsOf = (content: Readable, format: TableFormat, by: unknown): AsyncGenerator<TableRow> =>
  format.kind === 'xlsx' ? workbookRows(content, by) : csvRows(content, format);

type Info = { records: number; empty_lines: number };

/** What a table holds, once it was read to its end. */
export type TableContent = { header: string[]; preview: string[][]; number_of_records: number };

/** So many rows are shown before anything is done with them. */
const previewed = 5;

/** Reads a table to its end. Throws TableRefused where it is none, or larger than it may be. */
export const contentOf = async (rows: AsyncIterable<TableRow>, limits: TableLimits): Promise<TableContent> => {
  const { cell = usualCell } = limits;
  let header: string[] | null = null;
  const preview: string[][] = [];
  let number_of_records = 0;
  for await (const { row, cells } of rows) {
    if (cells.length > limits.columns)
      throw new TableRefused(`Row ${row} has ${cells.length} columns. A file can have at most ${limits.columns}.`);
    if (cells.some((one) => one.length > cell))
      throw new TableRefused(`A cell in row ${row} is longer than ${cell.toLocaleString('en-US')} characters`);
    if (header === null) {
      header = named(cells);
      continue;
    }
    number_of_records += 1;
    if (number_of_records > limits.rows)
      throw new TableRefused(`This file has more than ${limits.rows.toLocaleString('en-US')} rows. Split it.`);
    if (preview.length < previewed) preview.push(cells.slice(0, header.length));
  }
  return { header: header ?? [], preview, number_of_records };
};

/** All rows of a small table, the first one included. Throws TableRefused where it is none, or larger than it may be. */
export const tableOf = async (
  file: IncomingFile,
  { limits, by, ...expected }: ExpectedTable & { limits: TableLimits; by: unknown },
): Promise<TableRow[]> => {
  const format = await formatOf(file, expected);
  const rows: TableRow[] = [];
  async function* gathered() {
    for await (const row of rowsOf(createReadStream(file.spooled.path), format, by)) {
      rows.push(row);
      yield row;
    }
  }
  await contentOf(gathered(), limits);
  return rows;
};

/** What is wrong with the names of columns as such: one that is missing, or there twice. */
export const headerProblem = (header: readonly string[]): string | null => {
  if (header.length === 0) return 'This file is empty. Its first row must name the columns.';
  const places = new Map<string, number>();
  for (const [place, label] of header.entries()) {
    if (label === '') return `Column ${place + 1} has no name. Name it in the first row, or remove it.`;
    const before = places.get(label.toLowerCase());
    if (before !== undefined) return `Columns ${before + 1} and ${place + 1} are both called “${label}”. Rename one.`;
    places.set(label.toLowerCase(), place);
  }
  return null;
};
