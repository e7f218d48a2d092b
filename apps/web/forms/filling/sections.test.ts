import { describe, expect, test } from 'vitest';
import { exampleContext, exampleField, exampleForm, examplePlace } from '#forms/testing.ts';
import { createFilling } from './filling.ts';
import { progressOf, sectionsOf } from './sections.ts';

const heading = (id: number, name: string) => examplePlace(id, exampleField('presentation', { name }));
const date = examplePlace(1, exampleField('freeform-short', { name: 'Date' }), { is_required: true });
const phone = examplePlace(2, exampleField('freeform-short', { name: 'Phone' }));
const rent = examplePlace(3, exampleField('number', { name: 'Rent', metadata: { min: 0 } }), { is_required: true });

describe('the sections of a form', () => {
  test('are none where nothing opens one', () => {
    expect(sectionsOf([date, phone])).toEqual([]);
    expect(sectionsOf([])).toEqual([]);
  });

  test('hold what is asked between one text and the next; texts that ask nothing are left out', () => {
    expect(sectionsOf([date, heading(7, 'Money'), rent, heading(8, 'Thank you')])).toEqual([
      { id: 'answers.1', title: 'First questions', questions: [date] },
      { id: 'answers.7', title: 'Money', questions: [rent] },
    ]);
  });
});

describe('a section', () => {
  const begin = () => createFilling(exampleForm(date, phone, rent), {}, () => exampleContext);

  test('is not done before all that is needed is answered', () => {
    const filling = begin();
    expect(progressOf(filling, [date, phone])).toEqual({ state: 'open', toFix: 0 });
    filling.set(phone, '1');
    expect(progressOf(filling, [date, phone])).toEqual({ state: 'open', toFix: 0 });
    filling.set(date, 'today');
    expect(progressOf(filling, [date, phone])).toEqual({ state: 'done', toFix: 0 });
  });

  test('with nothing needed is done once something is answered', () => {
    const filling = begin();
    expect(progressOf(filling, [phone]).state).toBe('open');
    filling.set(phone, '1');
    expect(progressOf(filling, [phone]).state).toBe('done');
  });

  test('counts what is to fix', () => {
    const filling = begin();
    filling.set(rent, -1);
    filling.checkAll();
    expect(progressOf(filling, [date, phone, rent])).toEqual({ state: 'problem', toFix: 2 });
  });
});
