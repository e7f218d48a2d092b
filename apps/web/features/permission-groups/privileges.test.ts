import { expect, test } from 'vitest';
import type { Schema } from './group.ts';
import { boxesOf, changedBoxes, extendedSchema, givesNothing, inWords, withBoxes } from './privileges.ts';

const schema: Schema = {
  entities: [
    { name: 'clients', label: 'People', actions: ['read', 'write', 'remove'] },
    { name: 'forms', label: 'Form Structure', actions: ['read', 'write', 'remove', 'use'] },
  ],
  actions: ['read', 'write', 'remove', 'use'],
};

test('ticking boxes adds them, once', () => {
  const boxes = [
    { entity: 'clients', action: 'read' },
    { entity: 'forms', action: 'use' },
  ] as const;
  expect(withBoxes({ clients: ['write', 'read'] }, [...boxes], true)).toEqual({
    clients: ['write', 'read'],
    forms: ['use'],
  });
});

test('an entity without a tick is not in the privileges', () => {
  expect(withBoxes({ clients: ['read'] }, [{ entity: 'clients', action: 'read' }], false)).toEqual({});
});

test('use is not extended to single records', () => {
  expect(boxesOf(extendedSchema(schema)).map(({ action }) => action)).not.toContain('use');
  expect(extendedSchema(schema).actions).toEqual(['read', 'write', 'remove']);
});

test('finds what was added and what was taken away', () => {
  expect(changedBoxes(schema, { clients: ['read', 'write'] }, { clients: ['write'], forms: ['use'] })).toEqual([
    { entity: 'clients', action: 'read' },
    { entity: 'forms', action: 'use' },
  ]);
});

test('privileges without a tick give nothing, and are told in words', () => {
  expect(givesNothing({ clients: [] })).toBe(true);
  expect(givesNothing({ clients: ['read'] })).toBe(false);
  expect(inWords(schema)({ forms: ['use'], clients: ['read', 'write'] })).toBe(
    'People: read, write; Form Structure: use',
  );
  expect(inWords(schema)({})).toBe('Nothing');
});
