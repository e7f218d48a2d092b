import { describe, expect, test } from 'vitest';
import type { FormText } from '#forms/translation/texts.ts';
import { readCsv, writeCsv } from './csv.ts';

const text = (key: string, original: string): FormText => ({ key, original, field_id: null, part: 'name' });
const texts = [
  text('name', 'Ask for help'),
  text('field.1.name', '=SUM(A1), "quoted"'),
  text('field.1.option.a,b', 'First\nsecond'),
  text('field.2.name', "'Twas"),
];
const translations = {
  name: { text: 'Pedir ayuda; "ya"', original: 'Ask for help' },
  'field.1.name': { text: '+1', original: 'Sum' },
  'field.1.option.a,b': { text: 'Primero\nsegundo', original: 'First\nsecond' },
};
const about = { texts, translations, language: 'es' };
const read = (file: string) => readCsv(file, about);

describe('a file is refused', () => {
  test.each([
    ['a picture', '\u0089PNG\r\n\u001a', /no column key/],
    ['a quote without an end', 'key,original,Spanish (es)\nname,"Ask', /valid CSV file: line 2 can’t be read/],
    ['nothing', '', /no column key and no column original and no column Spanish \(es\)/],
    ['another language', 'key,original,French (fr)\nname,Ask,Aide', /no column Spanish \(es\)/],
    ['a text twice', 'key,original,Spanish (es)\nname,a,b\nname,a,c', /Row 3 translates name again/],
  ])('that is %s', (_, file, message) => {
    expect(read(file)).toMatch(message);
  });
});

describe('a file', () => {
  test('that was exported changes nothing, whatever stands in the texts', () => {
    const file = writeCsv(texts, translations, 'es');
    expect(file.startsWith('\ufeffkey,original,Spanish (es)\r\n')).toBe(true);
    expect(read(file)).toEqual({ changes: {}, remarks: [] });
  });

  test('holds nothing that a spreadsheet takes for a formula', () => {
    const cells = writeCsv(texts, translations, 'es');
    expect(cells).toContain('"\'=SUM(A1), ""quoted"""');
    expect(cells).not.toMatch(/(^|,)"?[=+@-]/m);
  });

  test('changes what it translates otherwise, with what it was made of; blank cells change nothing', () => {
    const file = "original;Spanish (es);key;note\nAsk;Pedir;name;x\nSum;;field.1.name;\n'=x;'=y;field.2.name;";
    expect(read(file)).toEqual({
      changes: { name: { text: 'Pedir', original: 'Ask' }, 'field.2.name': { text: '=y', original: '=x' } },
      remarks: [],
    });
  });

  test('with semicolons is read whatever commas its texts hold', () => {
    const file = 'key;original;Spanish (es)\r\nname;Ask, please;Pedir, por favor\r\n';
    expect(read(file)).toMatchObject({ changes: { name: { text: 'Pedir, por favor', original: 'Ask, please' } } });
  });

  test('keeps texts of several lines in their row', () => {
    expect(writeCsv(texts, translations, 'es')).toContain('"First\nsecond","Primero\nsegundo"');
  });

  test('tells of rows that the form has no text for', () => {
    const rows = Array.from({ length: 7 }, (_, row) => `field.9${row}.name,x,y`).join('\n');
    expect(read(`key,original,Spanish (es)\n${rows}`)).toEqual({
      changes: {},
      remarks: [
        '7 rows skipped because the form no longer has these texts: row 2, row 3, row 4, row 5, row 6 and 2 more',
      ],
    });
  });
});
