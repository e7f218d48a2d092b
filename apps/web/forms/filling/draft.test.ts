import { describe, expect, test } from 'vitest';
import { exampleContext, exampleField, exampleForm, examplePlace } from '#forms/testing.ts';
import { draftOf, fitting } from './draft.ts';
import { createFilling } from './filling.ts';

const options = ['Shelter', 'Hotel'].map((label, position) => ({
  id: position + 1,
  label,
  value: label.toLowerCase(),
  position,
  hidden: false,
}));
const name = examplePlace(1, exampleField('freeform-short', { name: 'Name' }));
const slept = examplePlace(2, exampleField('select-one', { name: 'Slept', field_options: options }));
const notice = examplePlace(3, exampleField('attachment', { name: 'Notice' }));
const form = exampleForm(name, slept, notice);

/** As the server gives it back. */
const kept = <T>(content: T): T => JSON.parse(JSON.stringify(content));

const filled = (stored: Record<string, unknown> | null = null) => {
  const filling = createFilling(form, stored, () => exampleContext);
  filling.set(name, ' Ana ');
  filling.set(slept, 'hotel');
  return filling;
};

describe('what fits a form no more', () => {
  const draft = kept(draftOf(filled(), []));

  test.each([
    ['a question that is gone', [name], { name: 'Slept', text: 'Hotel' }],
    [
      'an option that is gone',
      [name, examplePlace(2, exampleField('select-one', { name: 'Slept', field_options: options.slice(0, 1) }))],
      { name: 'Slept', text: 'Hotel' },
    ],
    [
      'a question that is of another kind now',
      [name, examplePlace(2, exampleField('number', { name: 'Slept' }))],
      { name: 'Slept', text: 'Hotel' },
    ],
  ])('is told in words: %s', (_, entries, leftover) => {
    expect(fitting(draft, entries)).toEqual({ answers: { 1: ' Ana ' }, leftovers: [leftover] });
  });

  test('stays with the draft that goes on', () => {
    const leftovers = [{ name: 'Old question', text: 'Its answer' }];
    expect(fitting(kept(draftOf(filled(), leftovers)), form.form_fields).leftovers).toEqual(leftovers);
  });

  test('is a file that was chosen, too: its name is told', () => {
    const filling = filled();
    filling.set(notice, new File(['x'], 'lease.pdf'));
    const { answers, leftovers } = fitting(kept(draftOf(filling, [])), form.form_fields);
    expect(answers).toEqual({ 1: ' Ana ', 2: 'hotel', 3: null });
    expect(leftovers).toEqual([{ name: 'Notice', text: 'choose again lease.pdf' }]);
  });
});

describe('a draft', () => {
  test('holds what differs from what is stored, and what that was', () => {
    const { answers, from } = kept(draftOf(filled({ 1: 'Anna', 2: 'hotel' }), []));
    expect({ answers, from }).toEqual({ answers: { 1: ' Ana ' }, from: { 1: 'Anna' } });
    expect(draftOf(filled(), []).from).toBeNull();
  });

  test('taken up again leaves the form as it was typed', () => {
    const draft = kept(draftOf(filled(), []));
    const again = createFilling(form, null, () => exampleContext);
    again.replace(fitting(draft, form.form_fields).answers, null);
    expect(again.typed()).toEqual({ 1: ' Ana ', 2: 'hotel' });
    expect(again.overview().isDirty).toBe(true);
    expect(again.sent().answers).toEqual(filled().sent().answers);
  });
});
