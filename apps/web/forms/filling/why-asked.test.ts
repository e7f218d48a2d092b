import { describe, expect, test } from 'vitest';
import { exampleContext, exampleField, exampleForm, examplePlace } from '#forms/testing.ts';
import { createFilling } from './filling.ts';

const options = ['Own home', 'Shelter'].map((label, position) => ({ label, value: label.toLowerCase(), position }));
const slept = examplePlace(1, exampleField('select-one', { name: 'Slept', field_options: options }));
const shelter = examplePlace(2, exampleField('freeform-short', { name: 'Shelter' }));
const nights = examplePlace(3, exampleField('number', { name: 'Nights' }));
const room = examplePlace(4, exampleField('freeform-short', { name: 'Room' }));

const is = (field_id: number, value: string) => ({ field_name: String(field_id), op: 'EQ' as const, value });
const show = (name: string, conditions: ReturnType<typeof is>[], ...ids: number[]) => ({
  name,
  condition: { and: [{ scope: 'form' as const, conditions: { and: conditions } }] },
  actions: ids.map((field_id) => ({ type: 'show' as const, field_id })),
});
const begin = (...logic: ReturnType<typeof show>[]) =>
  createFilling({ ...exampleForm(slept, shelter, nights, room), logic }, {}, () => exampleContext);

describe('why a question is asked', () => {
  test('is not said of one that is always asked', () => {
    const filling = begin(show('More', [is(1, 'shelter')], 2));
    filling.set(slept, 'shelter');
    expect(filling.questionState(3)).not.toHaveProperty('why');
  });

  test('is the answer right before, also for the second that it brings up; further down its question is named', () => {
    const filling = begin(show('More', [is(1, 'shelter')], 2, 3), show('Late', [is(3, '5')], 4));
    expect(filling.questionState(2)).not.toHaveProperty('why');
    filling.set(slept, 'shelter');
    expect(filling.questionState(2).why).toBe('Asked because the answer is “Shelter”');
    expect(filling.questionState(3).why).toBe('Asked because the answer is “Shelter”');
    const apart = begin(show('Late', [is(1, 'shelter')], 4));
    apart.set(slept, 'shelter');
    expect(apart.questionState(4).why).toBe('Asked because the answer to “Slept” is “Shelter”');
  });

  test('of several answers is the rule', () => {
    const filling = begin(show('Shelter for long', [is(1, 'shelter'), is(2, 'x')], 4));
    filling.set(slept, 'shelter');
    filling.set(shelter, 'x');
    expect(filling.questionState(4).why).toBe('Asked by the rule “Shelter for long”');
  });

  test('is, of many choices, the one that counts', () => {
    const many = examplePlace(1, exampleField('select-many', { name: 'Slept', field_options: options }));
    const holds = { field_name: '1', op: 'CONTAINS' as const, value: 'shelter' };
    const logic = [
      {
        name: 'More',
        condition: { and: [{ scope: 'form' as const, conditions: { and: [holds] } }] },
        actions: [{ type: 'show' as const, field_id: 2 }],
      },
    ];
    const filling = createFilling({ ...exampleForm(many, shelter), logic }, {}, () => exampleContext);
    filling.set(many, ['own home', 'shelter']);
    expect(filling.questionState(2).why).toBe('Asked because the answer includes “Shelter”');
  });

  test('may be that there is no answer, and is what the settings of the field say', () => {
    const conditional = examplePlace(
      2,
      exampleField('freeform-short', { metadata: { show_when: { and: [{ field_name: '1', op: 'EMPTY' }] } } }),
    );
    const filling = createFilling(exampleForm(slept, conditional), {}, () => exampleContext);
    expect(filling.questionState(2).why).toBe('Asked because “Slept” has no answer');
  });
});
