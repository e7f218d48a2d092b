import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import type { TableRow } from '#server/schema/json-columns.ts';
import { contentOf, formatOf, headerProblem, rowsOf, TableRefused } from './table-file.ts';

const organizationLimits = { rows: 20_000, columns: 300 };
const isKnown = (label: string) => /^Client ID$|\[\d+\]$/.test(label);

const folder = await mkdtemp(join(tmpdir(), 'tables-'));
afterAll(() => rm(folder, { recursive: true }));
let count = 0;

const fileOf = async (content: string | Uint8Array, filename: string) => {
  const path = join(folder, String(count++));
  await writeFile(path, content);
  return { filename, spooled: { path, size: Buffer.byteLength(content), sha256: '' } };
};

const read = async (content: string | Uint8Array, filename = 'table.csv', anyEncoding = true) => {
  const file = await fileOf(content, filename);
  const format = await formatOf(file, { anyEncoding, isKnown });
  const rows: TableRow[] = [];
  for await (const row of rowsOf(createReadStream(file.spooled.path), format, 1)) rows.push(row);
  return { format, rows };
};
const cellsOf = async (...given: Parameters<typeof read>) => (await read(...given)).rows.map(({ cells }) => cells);

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const plainWorkbook = unzipSync(
  new Uint8Array(await writeWorkbook([{ sheet: 'One', data: [['a'], ['1']] }]).toBuffer()),
);
const workbookWith = (extra: Record<string, Uint8Array>) => zipSync({ ...plainWorkbook, ...extra });
const sheetWith = (row: string) =>
  workbookWith({
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${row}</row></sheetData></worksheet>`,
    ),
  });

describe('a table is read', () => {
  const table = [
    ['name', 'town'],
    ['Zoë', 'Łódź'],
  ];
  test.each<[string, string | Uint8Array]>([
    ['in UTF-8', 'name,town\nZoë,Łódź\n'],
    ['with a byte order mark', '\ufeffname,town\r\nZoë,Łódź\r\n'],
    ['with semicolons', 'name;town\nZoë;Łódź\n'],
    ['with tabs', 'name\ttown\nZoë\tŁódź\n'],
    ['with old breaks', 'name,town\rZoë,Łódź\r'],
    ['in UTF-16, little first', utf16('name\ttown\nZoë\tŁódź\n', false)],
    ['in UTF-16, big first', utf16('name,town\nZoë,Łódź\n', true)],
    ['without a break at its end', '"name","town"\n"Zoë","Łódź"'],
  ])('%s', async (_, content) => {
    expect(await cellsOf(content)).toEqual(table);
  });

  test('by the separator under which its columns appear, whatever stands in their names', async () => {
    const header = 'Client ID;Form Response ID;Time Recorded;Needs: food, rent, work, other [1931]';
    expect(await cellsOf(`\ufeff${header}\r\n316;;;Food\r\n`)).toEqual([
      ['Client ID', 'Form Response ID', 'Time Recorded', 'Needs: food, rent, work, other [1931]'],
      ['316', '', '', 'Food'],
    ]);
    const quoted = 'Client ID,"Which; of; these; apply; to; you [7]"\n1,a;b;c;d;e;f\n';
    expect(await cellsOf(quoted)).toEqual([
      ['Client ID', 'Which; of; these; apply; to; you [7]'],
      ['1', 'a;b;c;d;e;f'],
    ]);
  });

  test.each([
    ['semicolons', 'Name;Needs: food, rent, work, other;Town\nAnn;food, rent;Oslo\nBo;;Rome\n'],
    ['tabs', 'Name\tNeeds: food, rent, work, other\tTown\nAnn\tfood, rent\tOslo\nBo\t\tRome\n'],
    ['commas', 'Name,"Needs: food, rent, work, other",Town\nAnn,"food, rent",Oslo\nBo,,Rome\n'],
  ])('by the separator that all its rows agree on: %s', async (_, content) => {
    expect(await cellsOf(content)).toEqual([
      ['Name', 'Needs: food, rent, work, other', 'Town'],
      ['Ann', 'food, rent', 'Oslo'],
      ['Bo', '', 'Rome'],
    ]);
  });

  test.each(['sep=|\r\n', '\ufeffsep=|\n', '"sep=|"\n', 'SEP=|\n'])(
    'by the separator that its first line names: %j',
    async (line) => {
      const { rows } = await read(`${line}a,b|c\n1,2|\n`);
      expect(rows).toEqual([
        { row: 1, cells: ['a,b', 'c'] },
        { row: 2, cells: ['1,2', ''] },
      ]);
    },
  );

  test('with texts that are guarded against spreadsheets, in its first row too', async () => {
    const content = 'Client ID,"\'- of which, children [595]",\'=x,\'tis\n1,"=""0123""","\'=1+1",\'\'=y\n';
    const table = [
      ['Client ID', '- of which, children [595]', '=x', "'tis"],
      ['1', '0123', '=1+1', "'=y"],
    ];
    expect(await cellsOf(content)).toEqual(table);
    const bytes = await writeWorkbook([
      {
        sheet: 'One',
        data: [
          ['Client ID', "'- of which, children [595]", "'=x", "'tis"],
          ['1', '0123', "'=1+1", "''=y"],
        ],
      },
    ]).toBuffer();
    expect(await cellsOf(bytes, 'table.xlsx')).toEqual(table);
  });

  test.each<[string, string[][]]>([
    [
      '="1",="02"\n="03",x\r\n',
      [
        ['1', '02'],
        ['03', 'x'],
      ],
    ],
    [
      '="1";="02"\n"a,b";="03"',
      [
        ['1', '02'],
        ['a,b', '03'],
      ],
    ],
    [
      '="1"\t="02"\r="3"\t=""\r',
      [
        ['1', '02'],
        ['3', ''],
      ],
    ],
    ['sep=^\n="1"^="02"\n', [['1', '02']]],
    ['a,="say ""02"""\n', [['a', 'say "02"']]],
    [
      '"x,=""1"",y",="02"\n"two\n=""3""\n",="04"\n',
      [
        ['x,="1",y', '02'],
        ['two\n="3"\n', '04'],
      ],
    ],
    ['"a\n="," =",="02"\n', [['a\n=', ' =', '02']]],
  ])('with guarded cells that have no quotation marks around them: %j', async (content, table) => {
    expect(await cellsOf(content)).toEqual(table);
  });

  test('with guarded cells wherever the file is cut while it is read', async () => {
    const rows = Array.from({ length: 30_000 }, (_, n) => [`0${n}`, `a "${n}"`, 'x\ny']);
    const content = rows.map(([id]) => `="${id}","a ""${Number(id)}""","x\ny"\r\n`).join('');
    expect(await cellsOf(content)).toEqual(rows);
  });

  test('in Windows-1252, which an organization does not take', async () => {
    const content = Buffer.from('name;town\nZo\xeb;K\xf6ln \x80\n', 'latin1');
    expect(await cellsOf(content)).toEqual([
      ['name', 'town'],
      ['Zoë', 'Köln €'],
    ]);
    await expect(read(content, 'table.csv', false)).rejects.toThrow('This file isn’t in UTF-8');
  });

  test('with breaks, separators and quotes in its cells, rows numbered as a spreadsheet does', async () => {
    const { rows } = await read('a,b\r\n"one\r\ntwo","x, ""y"""\r\n\r\n,\r\n=1+1,2\r\n');
    expect(rows).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['one\ntwo', 'x, "y"'] },
      { row: 5, cells: ['=1+1', '2'] },
    ]);
  });

  test('with formulas by their results, an empty text included', async () => {
    const row =
      '<c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>IF(A1=2,"",A1)</f><v></v></c><c r="C1"><v>3</v></c>';
    expect(await cellsOf(sheetWith(row), 'table.xlsx')).toEqual([['2', '', '3']]);
  });

  test('as the first sheet of a workbook', async () => {
    const born = { value: new Date('2026-03-14'), format: 'mm/dd/yyyy' } as const;
    const data = [
      ['name', 'born', 'count', 'ok'],
      ['Zoë ', born, 7.5, true],
    ];
    const bytes = await writeWorkbook([
      { sheet: 'One', data },
      { sheet: 'Two', data: [['other']] },
    ]).toBuffer();
    expect(await cellsOf(bytes, 'table.xlsx')).toEqual([
      ['name', 'born', 'count', 'ok'],
      ['Zoë ', '2026-03-14', '7.5', 'TRUE'],
    ]);
  });
});

test('rows of a workbook are as long as the first one that holds more than spaces', async () => {
  const data = [[' '], ['name', 'town', 'note'], ['Zoë'], ['Ann', 'Oslo']];
  const bytes = await writeWorkbook([{ sheet: 'One', data }]).toBuffer();
  expect(await cellsOf(bytes, 'a.xlsx')).toEqual([
    ['name', 'town', 'note'],
    ['Zoë', '', ''],
    ['Ann', 'Oslo', ''],
  ]);
});

test('the first sheet that is not hidden is read, and none where all are', async () => {
  const two = unzipSync(
    new Uint8Array(
      await writeWorkbook([
        { sheet: 'Lists', data: [['list']] },
        { sheet: 'Answers', data: [['answer']] },
      ]).toBuffer(),
    ),
  );
  const hiding = (...names: string[]) => {
    const book = names.reduce(
      (xml, name) => xml.replace(new RegExp(`<sheet ([^>]*name="${name}")`), '<sheet state="hidden" $1'),
      strFromU8(two['xl/workbook.xml'] as Uint8Array),
    );
    return zipSync({ ...two, 'xl/workbook.xml': strToU8(book) });
  };
  expect(await cellsOf(hiding('Lists'), 'a.xlsx')).toEqual([['answer']]);
  await expect(read(hiding('Lists', 'Answers'), 'a.xlsx')).rejects.toThrow('All sheets of this workbook are hidden');
});

describe('a file is refused', () => {
  const long = `a,b\n${'1,2\n'.repeat(89_998)}"3,4\n${'5,6\n'.repeat(50)}`;
  const picture = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex');

  test.each<[string, string | Uint8Array, string, string]>([
    ['with a quote that is not closed', long, 'a.csv', 'A quotation mark opens in row 90000 and isn’t closed'],
    ['with a quote in the middle of a cell', 'a,b\n1,2\nx"y,3\n', 'a.csv', 'A quotation mark in row 3 is on its own'],
    ['with a guarded cell that goes on', 'a,b\n="1"&"2",3\n', 'a.csv', 'A quotation mark in row 2 is on its own'],
    ['with a guarded cell that is cut', 'a,b\n="1,2"\n', 'a.csv', 'A quotation mark in row 2 is on its own'],
    ['with a guarded cell that is open', 'a,b\n1,="2\n3,4\n', 'a.csv', 'A quotation mark in row 2 is on its own'],
    ['that is a picture', picture, 'a.csv', 'This file is '],
    ['that is HTML', '<!DOCTYPE html><table><tr><td>a</td></tr></table>', 'a.csv', 'This file is HTML'],
    ['that is noise', Uint8Array.from({ length: 400 }, (_, n) => (n * 7919) % 256), 'a.csv', 'doesn’t match its name'],
    ['that is an archive', zipSync({ 'a.csv': strToU8('a') }), 'a.csv', 'This file is a ZIP archive'],
    ['of another name', '{"a":1}', 'a.json', 'This file is '],
    ['with a macro', workbookWith({ 'xl/vbaProject.bin': strToU8('x') }), 'a.xlsx', 'contains a macro'],
    [
      'with a link',
      workbookWith({ 'xl/externalLinks/externalLink1.xml': strToU8('<a/>') }),
      'a.xlsx',
      'uses cells from other files',
    ],
    [
      'with a formula that was never calculated',
      sheetWith('<c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>1+1</f></c>'),
      'a.xlsx',
      'Cell B1 has a formula without a result',
    ],
    [
      'with a formula whose result another program left blank',
      sheetWith('<c r="A1"><v>2</v></c><c r="B1"><f>1+1</f><v></v></c>'),
      'a.xlsx',
      'Cell B1 has a formula without a result',
    ],
    [
      'with an archive in it',
      workbookWith({ 'xl/embeddings/a.zip': strToU8('x') }),
      'a.xlsx',
      'contains another archive',
    ],
    [
      'that unpacks to very much',
      workbookWith({ 'xl/media/a.bin': new Uint8Array(50_000_000) }),
      'a.xlsx',
      'is far too large when unpacked',
    ],
  ])('%s', async (_, content, filename, message) => {
    const reading = read(content, filename);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(TableRefused);
  });

  const content = (text: string) =>
    fileOf(text, 'a.csv').then(async (file) =>
      contentOf(
        rowsOf(createReadStream(file.spooled.path), await formatOf(file, { anyEncoding: true, isKnown }), 1),
        organizationLimits,
      ),
    );

  test.each([
    [
      'with too many columns',
      `${Array.from({ length: 2000 }, (_, n) => `c${n}`).join(',')}\n`,
      'Row 1 has 2000 columns',
    ],
    ['with too many rows', `a\n${'1\n'.repeat(20_001)}`, 'more than 20,000 rows'],
    ['with a cell of a megabyte', `a\n${'x'.repeat(1_000_000)}\n`, 'A cell in row 2 is longer'],
    ['with a row of many megabytes', `a\n"${'x'.repeat(6_000_000)}`, 'Row 2 is too long'],
  ])('%s', async (_, text, message) => {
    await expect(content(text)).rejects.toThrow(message);
  });
});

test('columns without a name, or with one twice, are named', () => {
  expect(headerProblem(['a', 'b'])).toBeNull();
  expect(headerProblem([])).toBe('This file is empty. Its first row must name the columns.');
  expect(headerProblem(['a', ''])).toBe('Column 2 has no name. Name it in the first row, or remove it.');
  expect(headerProblem(['Name', 'x', 'name'])).toBe('Columns 1 and 3 are both called “name”. Rename one.');
});
