import { describe, expect, test } from 'vitest';
import {
  edited,
  type Grant,
  impliedBy,
  isReadImplied,
  restrictionOf,
  rowsOf,
  warningOf,
  withAction,
  withAdded,
} from './grants.ts';

const grant = (permissionable_id: number, ...privileges: Grant['privileges']): Grant => ({
  permissionable_type: 'User',
  permissionable_id,
  name: `User ${permissionable_id}`,
  privileges,
});
const states = (rows: ReturnType<typeof rowsOf>) => rows.map(({ key, state }) => [key, state]);

describe('actions of a grant', () => {
  test('read cannot be taken away from who may write or remove', () => {
    expect([[], ['read'], ['write'], ['read', 'remove']].map((held) => isReadImplied(held as never))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('write and remove bring read, and leave it behind', () => {
    expect(withAction([], 'write', true)).toEqual(['read', 'write']);
    expect(withAction(['remove'], 'write', true)).toEqual(['read', 'write', 'remove']);
    expect(withAction(['write'], 'write', false)).toEqual(['read']);
    expect(withAction(['read'], 'read', false)).toEqual([]);
    expect(impliedBy(['remove'])).toEqual(['read', 'remove']);
  });
});

describe('edits', () => {
  const given = [grant(1, 'write'), grant(2, 'read')];

  test('that change nothing are no change', () => {
    const [row] = rowsOf(given, {});
    const ticked = edited({}, row!, { privileges: ['read', 'write', 'remove'] });
    expect(states(rowsOf(given, ticked))).toEqual([
      ['User-1', 'changed'],
      ['User-2', 'same'],
    ]);
    const [changed] = rowsOf(given, ticked);
    const back = rowsOf(given, edited(ticked, changed!, { privileges: ['read', 'write'] }));
    expect(states(back)[0]).toEqual(['User-1', 'same']);
    expect(back[0]!.privileges).toEqual(['write']);
  });

  test('are brought back as they were before a removal, also by adding the same person again', () => {
    const [, row] = rowsOf(given, {});
    const changed = edited({}, row!, { privileges: ['read', 'write'] });
    const removed = edited(changed, rowsOf(given, changed)[1]!, { isRemoved: true });
    const rows = rowsOf(given, removed);
    expect(rows[1]).toMatchObject({ state: 'removed', privileges: ['read'] });
    for (const back of [edited(removed, rows[1]!, { isRemoved: false }), withAdded(removed, rows, given[1]!)])
      expect(rowsOf(given, back)[1]).toMatchObject({ state: 'changed', privileges: ['read', 'write'] });
  });

  test('add with read, and forget who was added when they are removed', () => {
    const added = withAdded({}, rowsOf(given, {}), grant(3));
    const rows = rowsOf(given, added);
    expect(rows[2]).toMatchObject({ key: 'User-3', state: 'new', privileges: ['read'] });
    expect(edited(added, rows[2]!, { isRemoved: true })).toEqual({});
  });

  test('keep what somebody else changed meanwhile', () => {
    const [row] = rowsOf(given, {});
    const edits = withAdded(edited({}, row!, { isRemoved: true }), rowsOf(given, {}), grant(3));
    const meanwhile = [grant(1, 'write'), grant(2, 'read', 'remove'), grant(4, 'read')];
    expect(rowsOf(meanwhile, edits).map(({ key, state, privileges }) => [key, state, privileges])).toEqual([
      ['User-1', 'removed', ['write']],
      ['User-2', 'same', ['read', 'remove']],
      ['User-4', 'same', ['read']],
      ['User-3', 'new', ['read']],
    ]);
    expect(states(rowsOf([grant(3, 'read')], edits))).toEqual([['User-3', 'same']]);
  });
});

test('a form warns of the first and of the last grant, other records do not', () => {
  const rows = rowsOf([], withAdded({}, [], grant(1)));
  expect(warningOf('clients', rows, undefined)).toBeNull();
  const given = [grant(1, 'read')];
  const warning = (was: boolean, chosen: boolean | null, before: Grant[], after: typeof rows) =>
    warningOf('forms', after, restrictionOf({ was, chosen }, before, after));
  expect(warning(false, null, [], [])).toBeNull();
  expect(warning(false, null, [], rows)).toMatch(/only the people and groups listed here/);
  expect(warning(false, false, [], rows)).toBeNull();
  expect(warning(false, null, given, rows)).toBeNull();
  expect(warning(false, true, given, rows)).toMatch(/only the people and groups listed here/);
  expect(warning(true, null, given, rows)).toBeNull();
  expect(warning(true, false, given, rows)).toMatch(/everyone who can read Form Responses/);
  expect(warning(true, null, given, [])).toMatch(/everyone who can read Form Responses/);
});

test('a sequence warns as long as anybody is listed', () => {
  expect(warningOf('sequences', [], undefined)).toBeNull();
  for (const rows of [rowsOf([grant(1, 'read')], {}), rowsOf([], withAdded({}, [], grant(1)))])
    expect(warningOf('sequences', rows, undefined)).toMatch(/needs access to all forms in the sequence/);
});
