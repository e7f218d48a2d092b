import { describe, expect, test } from 'vitest';
import {
  columnsStartingWith,
  columnsWith,
  nameColumns,
  personColumns,
  splitName,
  wholeName,
} from '#forms/person-columns.ts';
import { label } from './kit/issues.ts';
import { clients } from './resources/clients.ts';

describe('the columns of a person', () => {
  test.each(personColumns)('$key is called the same in messages as on screens', (column) => {
    expect(label(column.key)).toBe(column.label.replace(/^./, (first) => first.toLowerCase()));
  });

  test('are the fields of the contract, in the same order: messages and imports list them so', () => {
    expect(Object.keys(clients.fields.shape)).toEqual(personColumns.map(({ key }) => key));
  });

  test('may be missing in a new person where they are optional', () => {
    expect(clients.optional).toEqual(columnsWith('optional').map(({ key }) => key));
    const known = { first_name: 'Ana', last_name: 'Rivera', dob: '1985-03-14', gender: 'female', ssn_suffix: '1234' };
    expect(clients.create.safeParse(known).error).toBeUndefined();
    for (const key of Object.keys(known))
      expect(clients.create.safeParse({ ...known, [key]: undefined }).success).toBe(false);
  });

  test('are all there when some of them come first', () => {
    const columns = columnsStartingWith(['dod', 'active']);
    expect(columns.slice(0, 3).map(({ key }) => key)).toEqual(['dod', 'active', 'first_name']);
    expect(columns.toSorted((a, b) => personColumns.indexOf(a) - personColumns.indexOf(b))).toEqual(personColumns);
  });
});

describe('a name', () => {
  test.each([
    ['Ana Maria Rivera', ['Ana', 'Maria', 'Rivera']],
    [' Ana  de la Rivera ', ['Ana', 'de la', 'Rivera']],
    ['Ana Rivera', ['Ana', null, 'Rivera']],
    ['Ana', ['Ana', null, null]],
    ['', [null, null, null]],
  ])('%j is taken apart', (whole, parts) => {
    expect(nameColumns.map(({ key }) => splitName(whole)[key])).toEqual(parts);
  });

  test('is whole without a part that is not known', () => {
    expect(wholeName({ first_name: 'Ana', middle_name: null, last_name: 'Rivera' })).toBe('Ana Rivera');
    expect(wholeName({ first_name: 'Ana', middle_name: 'Maria', last_name: 'Rivera' })).toBe('Ana Maria Rivera');
  });
});
