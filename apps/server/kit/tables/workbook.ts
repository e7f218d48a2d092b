import { Parser } from 'saxen';
import { FileRefused } from '../files/errors.ts';
import { UnsafeArchive, unzip } from '../files/unzip.ts';
import { type CellFormat, cellFormat, shownNumber } from './shown-cell.ts';

const unreadable =
  'This file isn’t a workbook. Open it in a spreadsheet program, save it as .xlsx and choose the new file.';
const openAndSave = 'Open the file in a spreadsheet program, save it and choose it again.';

/** A row of a sheet: its number, from 1, and its cells as they are shown, up to the last one that holds something. */
export type SheetRow = { row: number; cells: string[] };

/** A sheet of a workbook. `rows` reads it, and throws FileRefused at a formula whose result the file does not hold. */
export type WorkbookSheet = { name: string; isHidden: boolean; rows: () => SheetRow[] };

/** The parts of a workbook by their names in small letters, the text of those that hold cells among them. */
export type WorkbookParts = ReadonlyMap<string, Buffer | null>;

/**
 * Unpacks a workbook. Throws FileRefused for what is not safe to unpack.
 * @param maxBytes all that holds cells may have so many
 */
export const workbookParts = async (content: Buffer, maxBytes: number): Promise<WorkbookParts> => {
  const parts = new Map<string, Buffer | null>();
  const isWanted = (name: string) => {
    parts.set(name.toLowerCase(), null);
    return /\.(xml|rels)$/i.test(name);
  };
  try {
    for (const [name, part] of await unzip(content, isWanted, maxBytes)) parts.set(name.toLowerCase(), part);
  } catch (error) {
    throw error instanceof UnsafeArchive ? new FileRefused(error.message) : error;
  }
  return parts;
};

type Attributes = Record<string, string>;
type Walk = {
  open?: (name: string, attributes: () => Attributes, isClosed: boolean) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Walks through XML. Names come without their prefixes: some programs write `x:row`. */
const walk = (xml: string, { open, text, close }: Walk): void => {
  let failure: Error | null = null;
  const parser = new Parser();
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('attention', () => {
    failure ??= new Error('A document type');
  });
  if (open)
    parser.on('openTag', (name, given, decode, isClosed) => {
      const attributes = () =>
        Object.fromEntries(Object.entries(given() || {}).map(([key, value]) => [withoutPrefix(key), decode(value)]));
      open(withoutPrefix(name), attributes, isClosed);
    });
  if (text) {
    parser.on('text', (value, decode) => text(decode(value)));
    parser.on('cdata', text);
  }
  if (close) parser.on('closeTag', (name) => close(withoutPrefix(name)));
  parser.parse(xml.replace(/^\ufeff/, ''));
  if (failure) throw new FileRefused(unreadable);
};

/** Signs that XML cannot hold are written by their numbers: _x000D_. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const cellText = (text: string): string => unescaped(text.replace(/\r\n?/g, '\n')).replace(/\r\n?/g, '\n');

/** Gathers the text of `t` elements, but for the readings that stand above Chinese characters. */
const textGatherer = () => {
  let [text, isInText, isReading] = ['', false, false];
  return {
    open: (name: string) => {
      if (name === 'rPh') isReading = true;
      if (name === 't') isInText = !isReading;
    },
    text: (more: string) => {
      if (isInText) text += more;
    },
    close: (name: string) => {
      if (name === 'rPh') isReading = false;
      if (name === 't') isInText = false;
    },
    taken: () => {
      const whole = cellText(text);
      text = '';
      return whole;
    },
  };
};

const sharedTexts = (xml: string): string[] => {
  const texts: string[] = [];
  const gatherer = textGatherer();
  walk(xml, {
    open: gatherer.open,
    text: gatherer.text,
    close: (name) => {
      gatherer.close(name);
      if (name === 'si') texts.push(gatherer.taken());
    },
  });
  return texts;
};

/** The formats of cells, by the numbers under which cells name them. */
const formatsIn = (xml: string): CellFormat[] => {
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  let isInCells = false;
  walk(xml, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes().numFmtId), attributes().formatCode ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const id = Number(attributes().numFmtId ?? 0);
      formats.push(cellFormat(id, codes.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
};

type Relation = { id: string; type: string; target: string };

const relationsIn = (xml: string): Relation[] => {
  const relations: Relation[] = [];
  walk(xml, {
    open: (name, attributes) => {
      const { Id = '', Type = '', Target = '' } = name === 'Relationship' ? attributes() : {};
      if (Id) relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: Target });
    },
  });
  return relations;
};

/** Where a relation leads to, from the folder of the part that has it. */
const resolved = (folder: string, target: string): string =>
  new URL(target, `file:///${folder}`).pathname.slice(1).toLowerCase();

type Formats = { texts: string[]; formats: CellFormat[]; is1904: boolean };
type OpenCell = { place: number; type: string; style: number; value: string; hasFormula: boolean; hasValue: boolean };

/** The place of a column, from 0; -1 where the cell does not say. */
const placeOf = (reference: string | undefined): number =>
  [...(/^[A-Z]{1,3}/.exec(reference ?? '')?.[0] ?? '')].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

const letters = (place: number): string =>
  (place >= 26 ? letters(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26));

const plainFormat: CellFormat = { kind: 'number', zeros: null };

const shownCell = ({ type, style, value }: OpenCell, { texts, formats, is1904 }: Formats): string => {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ');
  if (type === 'n') return value === '' ? '' : shownNumber(Number(value), formats[style] ?? plainFormat, is1904);
  return cellText(value);
};

const rowsIn = (xml: string, known: Formats): SheetRow[] => {
  const rows: SheetRow[] = [];
  const gatherer = textGatherer();
  let row: SheetRow = { row: 0, cells: [] };
  let cell: OpenCell | null = null;
  let within: 'v' | 'f' | 'is' | null = null;
  const end = () => {
    if (!cell) return;
    const { place, type, hasFormula, hasValue, value } = cell;
    // A formula that a program wrote and nobody calculated: a reader would take it for a blank cell.
    if (hasFormula && (!hasValue || (value === '' && type !== 'str')))
      throw new FileRefused(`Cell ${letters(place)}${row.row} has a formula without a result. ${openAndSave}`);
    const shown = shownCell(cell, known);
    if (shown !== '') row.cells[place] = shown;
    cell = null;
  };
  walk(xml, {
    open: (name, attributes, isClosed) => {
      if (name === 'row') row = { row: Number(attributes().r ?? row.row + 1), cells: [] };
      else if (name === 'c') {
        const { r, t = 'n', s = '0' } = attributes();
        const stated = placeOf(r);
        const place: number = stated < 0 ? row.cells.length : stated;
        cell = { place, type: t, style: Number(s), value: '', hasFormula: false, hasValue: false };
        if (stated < 0) row.cells[place] = '';
      } else if (cell && (name === 'v' || name === 'f' || name === 'is')) {
        if (name === 'f') cell.hasFormula = true;
        else cell.hasValue = true;
        within = isClosed ? null : name;
      } else if (within === 'is') gatherer.open(name);
    },
    text: (text) => {
      if (within === 'v' && cell) cell.value += text;
      if (within === 'is') gatherer.text(text);
    },
    close: (name) => {
      if (name === 'is' && cell) cell.value = gatherer.taken();
      if (name === within) within = null;
      if (within === 'is') gatherer.close(name);
      if (name === 'c') end();
      if (name === 'row' && row.cells.length > 0)
        rows.push({ ...row, cells: Array.from(row.cells, (one) => one ?? '') });
    },
  });
  return rows;
};

const textIn = (parts: WorkbookParts, name: string | undefined): string =>
  parts.get(name?.toLowerCase() ?? '')?.toString('utf8') ?? '';

/**
 * The sheets of a workbook, in the order in which a spreadsheet shows them. A cell means what it shows: a date is a date, a
 * time a time, an error its word. Throws FileRefused for what is no workbook.
 */
export const workbookSheets = (parts: WorkbookParts): WorkbookSheet[] => {
  const [main] = relationsIn(textIn(parts, '_rels/.rels')).filter(({ type }) => type === 'officeDocument');
  const path = main ? resolved('', main.target) : 'xl/workbook.xml';
  const [, folder = '', file = ''] = /^(.*\/)?([^/]+)$/.exec(path) ?? [];
  const relations = relationsIn(textIn(parts, `${folder}_rels/${file}.rels`));
  const partOf = (type: string) => relations.find((one) => one.type === type)?.target;
  const [texts, styles] = [partOf('sharedStrings'), partOf('styles')];
  const named: { name: string; isHidden: boolean; id: string }[] = [];
  let is1904 = false;
  walk(textIn(parts, path), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true|on)$/.test(attributes().date1904 ?? '');
      if (name !== 'sheet') return;
      const { name: title = '', state = 'visible', id = '' } = attributes();
      named.push({ name: title, isHidden: state !== 'visible', id });
    },
  });
  const known: Formats = {
    texts: texts ? sharedTexts(textIn(parts, resolved(folder, texts))) : [],
    formats: styles ? formatsIn(textIn(parts, resolved(folder, styles))) : [],
    is1904,
  };
  const sheets = named.flatMap(({ id, ...sheet }) => {
    const relation = relations.find((one) => one.id === id);
    if (relation?.type !== 'worksheet') return [];
    const xml = () => textIn(parts, resolved(folder, relation.target));
    return [{ ...sheet, rows: () => rowsIn(xml(), known) }];
  });
  if (sheets.length === 0) throw new FileRefused(unreadable);
  return sheets;
};
