import { describe, expect, test } from 'vitest';
import { readTyped } from './typed-words.ts';

const read = (query?: string) => readTyped(query, '2026-11-22');
const day = (date: string) => ({ from: date, to: date });
const born = (...days: { from: string; to: string }[]) => ({
  names: [],
  meanings: [{ born: days, ssn: null, id: null }],
});
const march = day('1985-03-14');

describe('what is typed to find a person', () => {
  test.each(['02/31/1985', '31/02/1985', '13/1985', '0/0/0000', '00/1985', 'Sarah 0', '1985/13/01'])(
    '%s means no day that there is not',
    (query) => expect(read(query).meanings.flatMap((one) => one.born)).toEqual([]),
  );

  test.each([
    '03/14/1985',
    '3/14/85',
    '3-14-85',
    '3.14.1985',
    '3 14 1985',
    '1985-03-14',
    '1985/3/14',
    'Mar 14, 1985',
    'march 14th 1985',
    '14 March 1985',
    'Mar. 14 85',
  ])('%s means one day', (query) => expect(read(query)).toEqual(born(march)));

  test('figures alone mean whatever they may', () => {
    expect(read('03141985')).toEqual({ names: [], meanings: [{ born: [march], ssn: null, id: 3141985 }] });
    expect(read('19850314')).toEqual({ names: [], meanings: [{ born: [march], ssn: null, id: 19850314 }] });
    expect(read('031485')).toEqual({ names: [], meanings: [{ born: [march], ssn: null, id: 31485 }] });
    const year = { from: '1985-01-01', to: '1985-12-31' };
    expect(read('1985')).toEqual({ names: [], meanings: [{ born: [year], ssn: '1985', id: 1985 }] });
    expect(read('4321')).toEqual({ names: [], meanings: [{ born: [], ssn: '4321', id: 4321 }] });
    expect(read('2027').meanings[0]?.born).toEqual([]);
    expect(read('301')).toEqual({ names: [], meanings: [{ born: [], ssn: null, id: 301 }] });
  });

  test.each(['ID 301', 'id:301', '#301', '# 301', 'Id#301', 'ID301'])('%s is an ID and nothing else', (query) =>
    expect(read(query)).toEqual({ names: [], meanings: [{ born: [], ssn: null, id: 301 }] }),
  );

  test('a month and year mean all its days', () => {
    expect(read('2/1984')).toEqual(born({ from: '1984-02-01', to: '1984-02-29' }));
    expect(read('1985-02')).toEqual(born({ from: '1985-02-01', to: '1985-02-28' }));
  });

  test('two figures of a year do not lie ahead', () => {
    expect(read('11/22/26')).toEqual(born(day('2026-11-22')));
    expect(read('11/23/26')).toEqual(born(day('1926-11-23')));
  });

  test('the rest are names, without what divides them', () => {
    expect(read("N'Diaye-O’Connor, Zahra 3/14/85").names).toEqual(['NDiayeOConnor', 'Zahra']);
    expect(read('April Ida 1985').names).toEqual(['April', 'Ida']);
    expect(read('May 14')).toEqual({ names: ['May'], meanings: [{ born: [], ssn: null, id: 14 }] });
    expect(read('- ’').names).toEqual(['-', '’']);
    expect(read()).toEqual({ names: [], meanings: [] });
  });
});
