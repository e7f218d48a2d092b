import { Zip, ZipDeflate } from 'fflate';
import { type Cell, type CellKind, inPieces, type Sheet } from './sheet.ts';

/** A cell takes so many characters. */
const longest = 32_767;
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

/** Everything of the file but the sheet itself. */
const parts: Record<string, string> = {
  '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
  '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Results" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relation('r1', 'worksheet', 'worksheets/sheet1.xml') + relation('r2', 'styles', 'styles.xml'),
  ),
  'xl/styles.xml': `${head}<styleSheet ${main}><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="hh:mm"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5">${format(0)}${format(164)}${format(165)}${format(166)}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** XML knows no control characters, and no halves of pairs. */
const escaped = (text: string) =>
  text
    .slice(0, longest)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (sign) => entities[sign] as string);

/** "A" to "Z", "AA" and so on. */
const letters = (place: number): string =>
  (place >= 26 ? letters(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26));

/** The number of a date, time or timestamp; null where it has none. */
const serial = (value: string, kind: CellKind): number | null => {
  if (kind === 'time') {
    const [hours = 0, minutes = 0] = value.split(':').map(Number);
    return (hours * 60 + minutes) / 1440;
  }
  const at = Date.parse(kind === 'date' ? `${value}T00:00:00Z` : value);
  return Number.isNaN(at) || at < firstDay ? null : (at - epoch) / day;
};

const text = (at: string, value: string, style = '') =>
  `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

const cell = (at: string, value: Cell | undefined, kind: CellKind): string => {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'number' && Number.isFinite(Number(value))) return `<c r="${at}"><v>${Number(value)}</v></c>`;
  const number = kind === 'text' || kind === 'number' ? null : serial(String(value), kind);
  return number === null
    ? text(at, String(value))
    : `<c r="${at}" s="${styles[kind as keyof typeof styles]}"><v>${number}</v></c>`;
};

/** The pieces of the sheet's own part. */
async function* sheetXml({ columns, rows }: Sheet): AsyncGenerator<string> {
  const places = columns.map((_, place) => letters(place));
  const first = columns.map(({ label }, place) => text(`${places[place]}1`, label, ` s="${styles.head}"`)).join('');
  yield `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">${first}</row>`;
  let number = 1;
  for await (const some of inPieces(rows)) {
    const written = some.map((row) => {
      number += 1;
      const cells = columns.map(({ kind }, place) => cell(`${places[place]}${number}`, row[place], kind));
      return `<row r="${number}">${cells.join('')}</row>`;
    });
    yield written.join('');
  }
  yield '</sheetData></worksheet>';
}

/** A sheet as a workbook of a spreadsheet, with real numbers and dates, written as it is read. Timestamps are in UTC. */
export async function* xlsx(sheet: Sheet): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, written) => {
    if (error) throw error;
    ready.push(written);
  });
  const begin = (name: string) => {
    const entry = new ZipDeflate(name, { level: 1 });
    zip.add(entry);
    return entry;
  };
  for (const [name, content] of Object.entries(parts)) begin(name).push(Buffer.from(content), true);
  const own = begin('xl/worksheets/sheet1.xml');
  for await (const written of sheetXml(sheet)) {
    own.push(Buffer.from(written));
    yield* ready.splice(0);
  }
  own.push(new Uint8Array(0), true);
  zip.end();
  yield* ready;
}
