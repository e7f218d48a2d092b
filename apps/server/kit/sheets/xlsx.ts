import { workbookText } from '#forms/transfer/cell.ts';
import { type ZipEntry, zipped } from '../files/zip.ts';
import type { Cell, CellKind, Sheet } from './sheet.ts';

/** The day that is 0. Before March 1900 the format counts a day that never was, so that such dates stay text. */
const epoch = Date.UTC(1899, 11, 30);
const firstDay = Date.UTC(1900, 2, 1);
const day = 86_400_000;

/** The formats of cells, by their places in the styles: plain, date, time, timestamp, and the bold of the first row. */
const styles = { date: 1, time: 2, timestamp: 3, head: 4 } as const;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
const relations = (all: string) => `${head}<Relationships xmlns="${packaged}/relationships">${all}</Relationships>`;
const format = (id: number) =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;

/** The formats of numbers in a workbook, each once. */
const codesIn = (sheets: readonly Sheet[]): string[] => [
  ...new Set(sheets.flatMap(({ columns }) => columns.flatMap(({ style }) => style?.code ?? []))),
];
const firstCode = 167;

const styleSheet = (codes: readonly string[]) =>
  `${head}<styleSheet ${main}><numFmts count="${3 + codes.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="hh:mm"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${codes.map((code, at) => `<numFmt numFmtId="${firstCode + at}" formatCode="${quoted(code)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${5 + codes.length}">${format(0)}${format(164)}${format(165)}${format(166)}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${codes.map((_, at) => format(firstCode + at)).join('')}</cellXfs></styleSheet>`;

/** Excel takes neither more letters in the name of a sheet nor these, and no name twice. */
const nameOfSheet = (name: string, place: number) =>
  quoted(
    name
      .replace(/[[\]*?:/\\]/g, ' ')
      .slice(0, 28)
      .trim(),
  ) || `Sheet ${place + 1}`;

/** Everything of the file but the sheets themselves. */
const partsOf = (sheets: readonly Sheet[]): Record<string, string> => {
  const each = (one: (sheet: Sheet, number: number) => string) =>
    sheets.map((sheet, place) => one(sheet, place + 1)).join('');
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${office}"><sheets>${each(({ name }, n) => `<sheet name="${nameOfSheet(name, n - 1)}" sheetId="${n}" r:id="r${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      each((_, n) => relation(`r${n}`, 'worksheet', `worksheets/sheet${n}.xml`)) +
        relation(`r${sheets.length + 1}`, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': styleSheet(codesIn(sheets)),
  };
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => workbookText(text).replace(/[&<>]/g, (sign) => entities[sign] as string);
const quoted = (text: string) => escaped(text).replaceAll('"', '&quot;');

/** "A" to "Z", "AA" and so on. */
const letters = (place: number): string =>
  (place >= 26 ? letters(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26));

/** The number of a date, time or timestamp; null where it has none. */
const serial = (value: string, kind: CellKind): number | null => {
  if (kind === 'time') {
    const [hours = 0, minutes = 0] = value.split(':').map(Number);
    return Number.isNaN(hours + minutes) ? null : (hours * 60 + minutes) / 1440;
  }
  const at = Date.parse(kind === 'date' ? `${value}T00:00:00Z` : value.replace(/Z?$/, 'Z'));
  return Number.isNaN(at) || at < firstDay ? null : (at - epoch) / day;
};

const text = (at: string, value: string, style = '') =>
  `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

/** How the cells of a column are written. `place` is that of its style. */
type Writing = { kind: CellKind; place: number; times: number };

const cell = (at: string, value: Cell | undefined, { kind, place, times }: Writing): string => {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'number' && Number.isFinite(Number(value)))
    return `<c r="${at}"${place > 0 ? ` s="${place}"` : ''}><v>${Number(value) * times}</v></c>`;
  const number = kind === 'text' || kind === 'number' ? null : serial(String(value), kind);
  return number === null
    ? text(at, String(value))
    : `<c r="${at}" s="${styles[kind as keyof typeof styles]}"><v>${number}</v></c>`;
};

/** The pieces of a sheet's own part. */
async function* sheetXml({ columns, rows }: Sheet, codes: readonly string[]): AsyncGenerator<Uint8Array> {
  const places = columns.map((_, place) => letters(place));
  const first = columns.map(({ label }, place) => text(`${places[place]}1`, label, ` s="${styles.head}"`)).join('');
  yield Buffer.from(
    `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">${first}</row>`,
  );
  const writings = columns.map(({ kind, style }): Writing => {
    const place = style ? codes.indexOf(style.code) + Object.keys(styles).length + 1 : 0;
    return { kind, place, times: style?.times ?? 1 };
  });
  let number = 1;
  for await (const some of rows) {
    let written = '';
    for (const row of some) {
      number += 1;
      written += `<row r="${number}">`;
      for (let place = 0; place < columns.length; place++)
        written += cell(`${places[place]}${number}`, row[place], writings[place] as Writing);
      written += '</row>';
    }
    if (written !== '') yield Buffer.from(written);
  }
  yield Buffer.from('</sheetData></worksheet>');
}

/** Sheets as a workbook of a spreadsheet, with real numbers and dates, written as they are read. */
export const xlsx = (sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> => {
  const codes = codesIn(sheets);
  const parts = Object.entries(partsOf(sheets)).map(([name, text]) => entry(name, [Buffer.from(text)]));
  return zipped([
    ...parts,
    ...sheets.map((sheet, place) => entry(`xl/worksheets/sheet${place + 1}.xml`, sheetXml(sheet, codes))),
  ]);
};

const entry = (name: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): ZipEntry => ({
  name,
  content: pieces,
  isCompressed: true,
});
