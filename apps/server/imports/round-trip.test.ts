import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { afterAll, expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { checkField } from '#forms/definition/field.ts';
import type { FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { answerColumns, answerWriter } from '#forms/transfer/response-file.ts';
import { saysStored } from '#forms/transfer/stored-cell.ts';
import { csv } from '#server/kit/sheets/csv.ts';
import { smallSheet } from '#server/kit/sheets/sheet.ts';
import { xlsx } from '#server/kit/sheets/xlsx.ts';
import { formatOf, rowsOf } from '#server/kit/tables/table-file.ts';
import { workbookParts, workbookSheets } from '#server/kit/tables/workbook.ts';
import type { TableRow } from '#server/schema/json-columns.ts';
import { generatedForm, kinds, openedCell, outsideKinds, savedAgain } from '#tests/round-trip.ts';
import { sampled } from '#tests/sample.ts';
import { isKnown } from './expected-table.ts';
import { headerDifference } from './header-difference.ts';

const folder = await mkdtemp(join(tmpdir(), 'round-trip-'));
afterAll(() => rm(folder, { recursive: true }));
let count = 0;

const rowsIn = async (content: string | Uint8Array, filename: string): Promise<TableRow[]> => {
  const path = join(folder, String(count++));
  await writeFile(path, content);
  const file = { filename, spooled: { path, size: Buffer.byteLength(content), sha256: '' } };
  const format = await formatOf(file, { anyEncoding: false, isKnown });
  const rows: TableRow[] = [];
  for await (const row of rowsOf(createReadStream(path), format, 1)) rows.push(row);
  return rows;
};

const whole = async (pieces: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

const savedAsWorkbook = async (cells: string[][]) =>
  new Uint8Array(
    await writeWorkbook([{ sheet: 'One', data: cells.map((row) => row.map(openedCell)) }] as never).toBuffer(),
  );

/** The form, and its responses as a download writes them. */
const downloadOf = (seed: number) => {
  const { questions, responses } = generatedForm(seed, [...kinds, ...outsideKinds]);
  const entries: FormField[] = questions.map(
    ({ answers: _, ...draft }: (typeof questions)[number] & { answers?: unknown }, index) => ({
      field_id: 1000 + index,
      field: checkField(draft).field,
      is_required: false,
      settings: {},
    }),
  ) as never;
  const columns = answerColumns(entries);
  const ids = ['Client ID', 'Form Response ID'].map((label) => ({ label, kind: 'number' as const }));
  const rows = responses.map((answers, place) => [
    5,
    90 + place,
    ...entries.map(({ field }, index) => answerWriter(field)(answers[index])),
  ]);
  return { entries, responses, sheet: () => smallSheet('Responses', { columns: [...ids, ...columns], rows }), columns };
};

const cases = Array.from({ length: 500 }, (_, seed) => seed);

test.each(sampled('round trip', 25, cases))(
  'whatever a form asks, saving its file again changes nothing: %d',
  async (seed) => {
    const { entries, responses, sheet, columns } = downloadOf(seed);
    const expected = ['Client ID', 'Form Response ID', ...columns.map(({ label }) => label)];
    const download = (await whole(csv(sheet()))).toString();
    const workbook = await whole(xlsx([sheet()]));
    const cells = parse(download, { bom: true, relax_column_count: true }) as string[][];
    const [inWorkbook] = workbookSheets(await workbookParts(workbook, 1e8));
    const ofWorkbook = inWorkbook?.rows().map((row) => expected.map((_, place) => row.cells[place] ?? '')) ?? [];
    const files: Record<string, [string | Uint8Array, string]> = {
      untouched: [download, 'a.csv'],
      'saved with commas': [savedAgain(cells, ','), 'a.csv'],
      'saved with semicolons': [savedAgain(cells, ';'), 'a.csv'],
      'saved with tabs': [savedAgain(cells, '\t'), 'a.txt'],
      // Each workbook is read in a process of its own, which takes long: one for each form.
      [seed % 2 === 0 ? 'as a workbook' : 'opened as CSV and saved as a workbook']: [
        seed % 2 === 0 ? new Uint8Array(workbook) : await savedAsWorkbook(cells),
        'a.xlsx',
      ],
      'a workbook saved as CSV': [
        stringify(ofWorkbook, { delimiter: ';', record_delimiter: 'windows', quote_record_delimiter: true }),
        'a.csv',
      ],
    };
    for (const [name, file] of Object.entries(files)) {
      const [header, ...rows] = await rowsIn(...file);
      expect(
        headerDifference(
          (header?.cells ?? []).map((label) => label.trim()),
          expected,
        ),
        name,
      ).toBeNull();
      expect(rows, name).toHaveLength(responses.length);
      const changed = rows.flatMap(({ cells }, place) =>
        entries.flatMap((entry, index) => {
          const stored = responses[place]?.[index] ?? null;
          const cell = cells[2 + index] ?? '';
          const isSame =
            stored === null ? cell.trim() === '' : saysStored(cell, entry, { stored, today: '2026-11-27' });
          return isSame ? [] : [{ name, type: entry.field.field_type, stored, cell: cell.slice(0, 80) }];
        }),
      );
      expect(changed).toEqual([]);
    }
    expect(entries.every(({ field }) => fieldType(field.field_type).isAnswerable)).toBe(true);
  },
);
