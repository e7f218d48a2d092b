import readWorkbook from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { zipped } from '../files/zip.ts';
import { workbookParts, workbookSheets } from '../tables/workbook.ts';
import { csv } from './csv.ts';
import { type Cell, type Sheet, smallSheet } from './sheet.ts';
import { xlsx } from './xlsx.ts';

const whole = async (pieces: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

const columns: Sheet['columns'] = [
  { label: 'Name, first', kind: 'text' },
  { label: '=Score', kind: 'number' },
  { label: 'Seen', kind: 'date' },
  { label: 'At', kind: 'time' },
  { label: 'Recorded', kind: 'timestamp' },
];
const sheet = (...rows: Cell[][]): Sheet => smallSheet('Results', { columns, rows });

describe('RP-83 a sheet as CSV', () => {
  const linesOf = async (...rows: Cell[][]) => (await whole(csv(sheet(...rows)))).toString().split('\r\n');

  test.each(['=1+1', '+1', '-1', '@sum', '\tx'])('has %j as text that no spreadsheet works out', async (text) => {
    expect((await linesOf([text, -1.5, null, null, null]))[1]).toBe(`'${text},-1.5,,,`);
  });

  test('begins with a byte order mark and its labels, and quotes what holds commas, quotes and lines', async () => {
    const lines = await linesOf(['a "b"\nc', 2, '2026-01-05', '09:30', '2026-01-05T09:30:00.000Z']);
    expect(lines).toEqual([
      `\ufeff"Name, first",'=Score,Seen,At,Recorded`,
      '"a ""b""\nc",2,2026-01-05,09:30,2026-01-05T09:30:00.000Z',
      '',
    ]);
  });

  test('has numbers without an exponent', async () => {
    expect((await linesOf(['x', 1e-7, null, null, null]))[1]).toBe('x,0.0000001,,,');
  });

  test('has its labels when there are no rows', async () => {
    expect(await linesOf()).toHaveLength(2);
  });
});

describe('a sheet as a workbook', () => {
  const read = async (...rows: Cell[][]) => {
    const [first] = await readWorkbook(await whole(xlsx([sheet(...rows)])));
    return first?.data;
  };

  test('has real numbers, dates, times and timestamps', async () => {
    const data = await read(['Ángel <&> "x"', -1.5, '2026-01-05', '06:00', '2026-01-05T09:30:00.000Z']);
    expect(data?.[0]).toEqual(['Name, first', '=Score', 'Seen', 'At', 'Recorded']);
    const [name, score, seen, , recorded] = data?.[1] ?? [];
    expect([name, score]).toEqual(['Ángel <&> "x"', -1.5]);
    expect(seen).toEqual(new Date('2026-01-05'));
    expect(recorded).toEqual(new Date('2026-01-05T09:30:00.000Z'));
  });

  test('has what its format cannot hold as text, without signs that it does not know', async () => {
    const [, row] = (await read(['a\u0000b\ud800', null, '1850-06-01', 'late', null])) ?? [];
    expect(row?.[0]).toBe('ab\ufffd');
    expect(row?.[2]).toBe('1850-06-01');
    expect(row?.[3]).toBe('late');
  });

  test('shows numbers in the formats of their columns, each so many times', async () => {
    const [rate, ratio] = [
      { code: '0.0%', times: 0.01 },
      { code: '0.0" : 1"', times: 1 },
    ];
    const sheet = smallSheet('Shares', {
      columns: [
        { label: 'Share', kind: 'number', style: rate },
        { label: 'Each', kind: 'number', style: ratio },
        { label: 'Count', kind: 'number' },
        { label: 'Again', kind: 'number', style: rate },
      ],
      rows: [[57, 2.5, 3, 100]],
    });
    const parts = await workbookParts(await whole(xlsx([sheet])), 1_000_000);
    expect(workbookSheets(parts)[0]?.rows()[1]?.cells).toEqual(['57%', '2.5', '3', '100%']);
    const styles = String(parts.get('xl/styles.xml'));
    expect([...styles.matchAll(/numFmtId="16[78]" formatCode="([^"]*)"/g)].map(([, code]) => code)).toEqual([
      '0.0%',
      '0.0&quot; : 1&quot;',
    ]);
  });

  test('holds several sheets, under names that its format takes', async () => {
    const other = smallSheet('What it "means": [a/b]', { columns: [{ label: 'Word', kind: 'text' }], rows: [['x']] });
    const sheets = await readWorkbook(await whole(xlsx([sheet(), other])));
    expect(sheets.map((one) => one.sheet)).toEqual(['Results', 'What it "means"   a b']);
    expect(sheets[1]?.data).toEqual([['Word'], ['x']]);
  });
});

describe('a ZIP file', () => {
  async function* failing() {
    yield Buffer.from('some');
    throw new Error('gone');
  }

  test('fails when an entry does, and lets go of the entry when nobody reads on', async () => {
    await expect(whole(zipped([{ name: 'a', content: failing(), isCompressed: true }]))).rejects.toThrow('gone');
    let isLeft = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(100_000, 'x');
      } finally {
        isLeft = true;
      }
    }
    for await (const _ of zipped([{ name: 'a', content: endless(), isCompressed: false }])) break;
    expect(isLeft).toBe(true);
  });
});
