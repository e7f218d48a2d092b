import { describe, expect, test } from 'vitest';
import { jaroWinkler } from './jaro-winkler.ts';
import { datesOfBirth, likeness, type MatchFields, matchKeys, possibleDuplicate } from './match.ts';
import { formalNames } from './nicknames.ts';
import { normalName } from './normal-name.ts';

const ana: MatchFields = { first_name: 'Ana', last_name: 'Rivera', dob: '1985-03-14', ssn_suffix: '4182' };
const bob: MatchFields = { first_name: 'Bob', last_name: 'Smith', dob: '1970-01-01', ssn_suffix: '0001' };

describe('a name as duplicates are told by', () => {
  test.each([
    ['  José  María ', 'josemaria'],
    ["O'Brien-Lee", 'obrienlee'],
    ['Smith, Jr.', 'smith'],
    ['Smith III', 'smith'],
    ['Jr', 'jr'],
    ['Łukasz Øyvind Đặng Straße', 'lukaszoyvinddangstrasse'],
    ['ＦＵＬＬ', 'full'],
    ['山田', '山田'],
    ['—', '—'],
    ['\u{1F98A}', '\u{1F98A}'],
  ])('%j is %j', (name, normal) => expect(normalName(name)).toBe(normal));
});

describe('how alike two words are', () => {
  test.each([
    ['martha', 'marhta', 0.961],
    ['dixon', 'dicksonx', 0.813],
    ['dwayne', 'duane', 0.84],
    ['jon', 'john', 0.933],
    ['ana', 'anna', 0.933],
    ['', '', 1],
    ['', 'a', 0],
    ['abc', 'xyz', 0],
  ])('%s and %s: %d', (one, other, alike) => {
    expect(jaroWinkler(one, other)).toBeCloseTo(alike, 3);
    expect(jaroWinkler(other, one)).toBeCloseTo(alike, 3);
  });
});

describe('nicknames', () => {
  test.each([
    ['bob', 'robert', true],
    ['liz', 'elizabeth', true],
    ['pepe', 'jose', true],
    ['paco', 'francisco', true],
    ['pat', 'patricia', true],
    ['pat', 'patrick', true],
    ['patrick', 'patricia', false],
    ['bob', 'william', false],
  ])('%s and %s may be one: %s', (one, other, isOne) => {
    expect([...formalNames(one)].some((name) => formalNames(other).has(name))).toBe(isOne);
  });

  test('are some hundreds, each written as names are compared', () => {
    const known = ['bob', 'liz', 'pepe', 'lupe', 'chuy', 'peggy', 'trini', 'zack'];
    for (const name of known) expect([name, formalNames(name).has(name)]).toEqual([name, false]);
    expect(formalNames('nobody')).toEqual(new Set(['nobody']));
    expect(formalNames('constructor')).toEqual(new Set(['constructor']));
  });
});

describe('two dates of birth', () => {
  test.each([
    ['1985-03-14', '1985-03-14', 'same_dob'],
    ['1985-03-04', '1985-04-03', 'dob_swapped'],
    ['1985-03-14', '1985-03-19', 'dob_one_digit'],
    ['1985-03-14', '1986-03-14', 'dob_one_digit'],
    ['1985-03-14', '1958-03-14', null],
    ['1985-03-14', '1986-03-15', null],
  ])('%s and %s: %s', (one, other, reason) => expect(datesOfBirth(one, other)).toBe(reason));
});

describe('two people', () => {
  const rules: [string, MatchFields, Partial<MatchFields>, string[] | null][] = [
    [
      'nobody but themselves',
      ana,
      { first_name: 'Omar', last_name: 'Haddad', dob: '1990-01-01', ssn_suffix: '1' },
      null,
    ],
    ['of one birthday alone', ana, { first_name: 'Omar', last_name: 'Haddad', ssn_suffix: '1111' }, null],
    ['of one birthday and last 4 alone', ana, { first_name: 'Omar', last_name: 'Haddad' }, null],
    ['twins', ana, { first_name: 'Lucía', ssn_suffix: '1111' }, null],
    ['a, last name', ana, { first_name: 'Maria' }, ['first_name_differs', 'same_last_name', 'same_dob', 'same_ssn']],
    ['a, first name', ana, { last_name: 'Soto' }, ['same_first_name', 'last_name_differs', 'same_dob', 'same_ssn']],
    [
      'a, nickname',
      bob,
      { first_name: 'Robert', last_name: 'Soto' },
      ['first_names_alike', 'last_name_differs', 'same_dob', 'same_ssn'],
    ],
    ['a, swapped', ana, { first_name: 'Rivera', last_name: 'Aná' }, ['names_swapped', 'same_dob', 'same_ssn']],
    ['swapped without the last 4', ana, { first_name: 'Rivera', last_name: 'Ana', ssn_suffix: '1111' }, null],
    ['b, same', ana, { ssn_suffix: '1111' }, ['same_names', 'same_dob']],
    ['b, alike', ana, { first_name: 'Anna', ssn_suffix: '1111' }, ['first_names_alike', 'same_last_name', 'same_dob']],
    [
      'b, nickname',
      bob,
      { first_name: 'Robert', ssn_suffix: '1111' },
      ['first_names_alike', 'same_last_name', 'same_dob'],
    ],
    ['b, suffix', bob, { last_name: 'Smith Jr.', ssn_suffix: '1111' }, ['same_names', 'same_dob']],
    ['c, one figure', ana, { dob: '1985-03-19' }, ['same_names', 'dob_one_digit', 'same_ssn']],
    [
      'c, day and month',
      { ...ana, dob: '1985-03-04' },
      { dob: '1985-04-03' },
      ['same_names', 'dob_swapped', 'same_ssn'],
    ],
    [
      'c, names swapped',
      ana,
      { first_name: 'Rivera', last_name: 'Ana', dob: '1985-03-19' },
      ['names_swapped', 'dob_one_digit', 'same_ssn'],
    ],
    ['c without the last 4', ana, { dob: '1985-03-19', ssn_suffix: '1111' }, null],
    ['c with names only alike', ana, { first_name: 'Anna', dob: '1985-03-19' }, null],
    ['d', ana, { last_name: 'Riveira', ssn_suffix: '1111' }, ['same_first_name', 'last_names_alike', 'same_dob']],
    ['of names that a figure tells apart', ana, { last_name: 'Rivera 2', ssn_suffix: '1111' }, null],
    ['both names only alike', ana, { first_name: 'Anna', last_name: 'Riveira', ssn_suffix: '1111' }, null],
    [
      'of whom nobody has said the last 4',
      { ...ana, ssn_suffix: null },
      { first_name: 'Maria', ssn_suffix: null },
      null,
    ],
  ];
  // Each would be a pair if the last 4 of SSN counted.
  const unknowns = ['0000', 'unknown', 'declined'].map((ssn_suffix): (typeof rules)[number] => [
    `R20a whose last 4 of SSN are ${ssn_suffix}`,
    { ...ana, ssn_suffix },
    { first_name: 'Maria' },
    null,
  ]);
  test.each([...rules, ...unknowns])('%s', (_, one, change, reasons) => {
    const other = { ...one, ...change };
    expect(possibleDuplicate(one, other)?.sort() ?? null).toEqual(reasons?.sort() ?? null);
    expect(possibleDuplicate(other, one)?.sort() ?? null).toEqual(reasons?.sort() ?? null);
    const { born, named } = matchKeys(one);
    const others = matchKeys(other);
    const found = born.some((key) => others.born.includes(key)) || named.some((key) => others.named.includes(key));
    if (reasons) expect(found).toBe(true);
  });

  test('who are likely one for another reason are told what is the same and what differs', () => {
    expect(likeness(ana, { ...ana, first_name: 'Anna', last_name: 'Riveira', ssn_suffix: null })).toEqual([
      'first_names_alike',
      'last_names_alike',
      'same_dob',
    ]);
    expect(likeness(ana, { ...ana, dob: '1958-03-14', ssn_suffix: null })).toEqual(['same_names']);
  });
});
