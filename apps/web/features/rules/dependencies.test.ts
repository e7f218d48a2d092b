import { expect, test } from 'vitest';
import { exampleField, exampleForm, examplePlace } from '#forms/testing.ts';
import { connectedTo, dependenciesOf } from './dependencies.ts';

const about = (scope: string, field_name: string) => ({ scope, conditions: { and: [{ field_name, op: 'NEMPTY' }] } });
const form = {
  ...exampleForm(
    examplePlace(1, exampleField('number', { name: 'Income' })),
    examplePlace(2, exampleField('number', { name: 'Rent' })),
    examplePlace(3, exampleField('freeform-short', { name: 'Shelter' })),
  ),
  calculations: [
    { id: 9, name: 'Left', variables: [1, 2, 1].map((record_id) => ({ record_type: 'Field', record_id })) },
    {
      id: 8,
      name: 'Twice',
      variables: [
        { record_type: 'Calculation', record_id: 9 },
        { record_type: null, record_id: null },
      ],
    },
  ],
  logic: [
    {
      name: 'Poor',
      condition: { and: [about('calculator', '8'), about('client', 'dob')] },
      actions: [
        { type: 'show', field_id: 3 },
        { type: 'require', field_id: 3 },
      ],
    },
    {
      name: 'Own',
      condition: { and: [about('self', 'self'), about('form', '77')] },
      actions: [{ type: 'lock', field_id: 3 }],
    },
  ],
} as never;

test('what rules and calculations read and change is told once each; what is not on the form is left out', () => {
  const { nodes, links, facts } = dependenciesOf(form);
  expect(facts).toEqual([
    { name: 'Left', kind: 'calculation', reads: ['Income', 'Rent'], changes: [] },
    { name: 'Twice', kind: 'calculation', reads: ['Left'], changes: [] },
    { name: 'Poor', kind: 'rule', reads: ['Twice', 'The person'], changes: ['Shelter'] },
    { name: 'Own', kind: 'rule', reads: ['Shelter'], changes: ['Shelter'] },
  ]);
  expect(nodes.map(({ column, name }) => [column, name])).toEqual([
    [1, 'Left'],
    [0, 'Income'],
    [0, 'Rent'],
    [1, 'Twice'],
    [2, 'Poor'],
    [0, 'The person'],
    [3, 'Shelter'],
    [2, 'Own'],
    [0, 'Shelter'],
  ]);
  expect(links).toHaveLength(8);
});

test('a node is connected with what it depends on and with what depends on it, however far', () => {
  const { links } = dependenciesOf(form);
  expect([...connectedTo('reads 1', links)]).toEqual([
    'reads 1',
    'calculation 9',
    'calculation 8',
    'rule 0',
    'changes 3',
    'reads 3',
    'rule 1',
  ]);
  expect([...connectedTo('scope client', links)]).toEqual(['scope client', 'rule 0', 'changes 3', 'reads 3', 'rule 1']);
});

test('a rule is connected with the rules that change what it reads, and with what those read', () => {
  const { links } = dependenciesOf(form);
  const connected = connectedTo('rule 1', links);
  expect(connected).toContain('rule 0');
  expect(connected).toContain('reads 2');
  const others = links.filter(({ from }) => from !== 'reads 3');
  expect([...connectedTo('rule 0', others)]).not.toContain('reads 3');
});
