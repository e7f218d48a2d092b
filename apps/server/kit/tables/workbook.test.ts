import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { FileRefused } from '../files/errors.ts';
import { workbookParts, workbookSheets } from './workbook.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const related = (...relations: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A number that belongs to no built-in format. */
const ownFormat = 164;

type Draft = { rows?: string; codes?: string[]; is1904?: boolean; sheets?: string; extra?: Record<string, string> };

/** A workbook whose cells have the formats by their places: s="0" has the first. */
const workbook = ({ rows = '', codes = [], is1904 = false, sheets, extra = {} }: Draft) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({
          '_rels/.rels': related(['r1', 'officeDocument', 'xl/workbook.xml']),
          'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${
            sheets ?? '<sheet name="One" sheetId="1" r:id="r1"/>'
          }</sheets></workbook>`,
          'xl/_rels/workbook.xml.rels': related(
            ['r1', 'worksheet', 'worksheets/sheet1.xml'],
            ['r2', 'worksheet', '/xl/worksheets/sheet2.xml'],
            ['r3', 'styles', 'styles.xml'],
            ['r4', 'sharedStrings', 'sharedStrings.xml'],
          ),
          'xl/styles.xml': `<styleSheet ${main}><numFmts>${codes
            .map((code, place) => `<numFmt numFmtId="${ownFormat + place}" formatCode="${code}"/>`)
            .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes
            .map((_, place) => `<xf numFmtId="${ownFormat + place}"/>`)
            .join('')}</cellXfs></styleSheet>`,
          'xl/sharedStrings.xml': `<sst ${main}><si><t xml:space="preserve"> a &amp; b </t></si><si><r><t>rich</t></r><r><t> text</t></r><rPh><t>reading</t></rPh></si></sst>`,
          'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
          'xl/worksheets/sheet2.xml': `<worksheet ${main}><sheetData><row><c t="inlineStr"><is><t>second</t></is></c></row></sheetData></worksheet>`,
          ...extra,
        }).map(([name, text]) => [name, strToU8(text)]),
      ),
    ),
  );

const sheetsOf = async (draft: Draft) => workbookSheets(await workbookParts(workbook(draft), 1_000_000));
const rowsOf = async (draft: Draft) => (await sheetsOf(draft))[0]?.rows();
const shown = async (code: string, value: number | string, is1904 = false) => {
  const [row] =
    (await rowsOf({ codes: [code], rows: `<row r="1"><c r="A1" s="0"><v>${value}</v></c></row>`, is1904 })) ?? [];
  return row?.cells[0];
};

describe('a cell means what it shows', () => {
  // 45306 days lie between the beginning and January 15, 2024.
  test.each([
    ['General', '47.230000000000004', '47.23'],
    ['0.00', '47.230000000000004', '47.23'],
    ['General', '0.30000000000000004', '0.3'],
    ['#,##0.00\\ [$€-407]', '-1234.5', '-1234.5'],
    ['General', '1234567890123', '1234567890123'],
    ['00000', '2134', '02134'],
    ['000-00-0000', '12345678', '012-34-5678'],
    ['0%', '0.5', '50%'],
    ['0.0%', '0.07', '7%'],
    ['m/d/yyyy', '45306', '2024-01-15'],
    ['m/d/yyyy', '45306.9166666667', '2024-01-15'],
    ['m/d/yyyy h:mm', '45306', '2024-01-15 00:00'],
    ['m/d/yyyy h:mm', '45306.9166666667', '2024-01-15 22:00'],
    ['yyyy\\-mm\\-dd\\ hh:mm:ss', '45306.916747685187', '2024-01-15 22:00:07'],
    ['h:mm AM/PM', '0.7291666667', '17:30'],
    ['h:mm', '1.33', '07:55'],
    ['h:mm', '1', '00:00'],
    ['hh:mm:ss', '0.99999', '23:59:59'],
    ['[h]:mm:ss', '1.33', '31:55:12'],
    ['mmm yyyy', '45306', '2024-01-15'],
    ['d.\\ mmmm', '45306', '2024-01-15'],
    ['m/d/yy h:mm', '0.39583333333', '09:30'],
    ['[$-409]d\\-mmm\\-yy;@', '45306', '2024-01-15'],
    ['"Day "0', '45306', '45306'],
    ['[Red]0.00', '1.5', '1.5'],
    ['0.00E+00', '150', '150'],
    ['m/d/yyyy', '61', '1900-03-01'],
    ['m/d/yyyy', '59', '1900-02-28'],
    ['m/d/yyyy', '-1', '########'],
    ['m/d/yyyy', '1E+300', '########'],
  ])('in the format %s, %s is shown as %s', async (code, value, text) => {
    expect(await shown(code, value)).toBe(text);
  });

  test('also where days are counted from 1904, which numbers and times are not', async () => {
    expect(await shown('m/d/yyyy', 43_844, true)).toBe('2024-01-15');
    expect(await shown('m/d/yyyy h:mm', 43_844.5, true)).toBe('2024-01-15 12:00');
    expect(await shown('h:mm', 0.5, true)).toBe('12:00');
    expect(await shown('0', 43_844, true)).toBe('43844');
  });

  test('texts, truth values, errors and results of formulas', async () => {
    const rows = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="b"><v>1</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>
      <row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="str"><f t="shared" si="0"/><v>a_x000D_&#10;b</v></c><c r="C3" t="d"><v>2024-01-15T00:00:00</v></c><c r="D3" t="d"><v>2024-01-15T22:00:00</v></c></row>
      <row r="5"><c r="A5" s="0"/></row>`;
    expect(await rowsOf({ rows })).toEqual([
      { row: 2, cells: [' a & b ', 'rich text', '', 'TRUE', '#DIV/0!'] },
      { row: 3, cells: ['2', 'a\nb', '2024-01-15', '2024-01-15 22:00:00'] },
    ]);
  });

  test('whatever prefix a program gives to names, in the order in which its sheets are shown', async () => {
    const sheets =
      '<x:sheet xmlns:x="x" name="Hidden" state="hidden" sheetId="7" r:id="r2"/><sheet name="One" sheetId="1" r:id="r1"/>';
    const rows = '<x:row xmlns:x="x" r="1"><x:c r="A1"><x:v>5</x:v></x:c></x:row>';
    expect((await sheetsOf({ sheets, rows })).map(({ rows, ...one }) => [one, rows()[0]?.cells])).toEqual([
      [{ name: 'Hidden', isHidden: true }, ['second']],
      [{ name: 'One', isHidden: false }, ['5']],
    ]);
  });
});

test.each<[string, Draft]>([
  ['without sheets', { sheets: ' ' }],
  ['with a document type', { extra: { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>' } }],
  ['that is broken', { extra: { 'xl/workbook.xml': '<workbook><sheets' } }],
])('a workbook %s is refused', async (_, draft) => {
  await expect(sheetsOf(draft)).rejects.toBeInstanceOf(FileRefused);
});
