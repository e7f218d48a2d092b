import { describe, expect, test } from 'vitest';
import { exampleContext, exampleField, exampleForm, examplePlace } from '#forms/testing.ts';
import { chosenFiles, draftOf, fitToForm, fitting } from './draft.ts';
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
  const draft = kept(draftOf(filled()));

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

  test('is, of several choices, those that can no longer be made: the others stay', () => {
    const needs = (...hidden: number[]) =>
      examplePlace(5, {
        ...exampleField('select-many', { name: 'Needs' }),
        field_options: options.map((option, at) => ({ ...option, hidden: hidden.includes(at) })),
      });
    const filling = createFilling(exampleForm(needs()), null, () => exampleContext);
    filling.set(needs(), ['shelter', 'hotel']);
    const of = kept(draftOf(filling));
    expect(fitting(of, [needs(1)])).toEqual({
      answers: { 5: ['shelter'] },
      leftovers: [{ name: 'Needs', text: 'Hotel' }],
    });
    expect(fitting(of, [needs(0, 1)])).toEqual({
      answers: {},
      leftovers: [{ name: 'Needs', text: 'Shelter, Hotel' }],
    });
    // What is stored can be kept, though nobody else can choose it.
    expect(fitting({ ...of, from: { 5: ['hotel'] } }, [needs(1)])).toEqual({
      answers: { 5: ['shelter', 'hotel'] },
      leftovers: [],
    });
  });

  test('stays with the draft that goes on', () => {
    const leftovers = [{ name: 'Old question', text: 'Its answer' }];
    const filling = filled();
    filling.leaveOver(leftovers);
    expect(fitting(kept(draftOf(filling)), form.form_fields).leftovers).toEqual(leftovers);
  });

  test('is a file of a question that is gone, too: its name is told', () => {
    const filling = filled();
    filling.set(notice, new File(['x'], 'lease.pdf'));
    const { answers, leftovers } = fitting(kept(draftOf(filling)), [name], chosenFiles(filling));
    expect(answers).toEqual({ 1: ' Ana ' });
    expect(leftovers).toContainEqual({ name: 'File', text: 'lease.pdf' });
  });
});

describe('files that were chosen', () => {
  const stored = { file_id: 7, filename: 'id.pdf', content_type: 'application/pdf', size: 1, url: '/7' };
  const [lease, letter] = ['lease.pdf', 'letter.pdf'].map((one) => new File(['x'], one)) as [File, File];
  const release = examplePlace(4, exampleField('signature', { name: 'Release' }));
  const signature = new File(['x'], 'signature.png');
  const entries = [name, slept, notice, release];
  const choosing = () => {
    const filling = createFilling(exampleForm(...entries), { 3: stored }, () => exampleContext);
    filling.set(release, signature);
    filling.set(notice, [stored, lease, letter]);
    return filling;
  };

  test('come back beside those that are stored, each to its question', () => {
    const filling = choosing();
    expect(chosenFiles(filling)).toEqual([lease, letter, signature]);
    const { answers, leftovers } = fitting(kept(draftOf(filling)), entries, chosenFiles(filling));
    expect(answers[3]).toEqual([stored, lease, letter]);
    expect(answers[4]).toBe(signature);
    expect(leftovers).toEqual([]);
  });

  test('are to be chosen again where they could not be kept, and only then', () => {
    const { answers, leftovers } = fitting(kept(draftOf(choosing())), entries, [lease, null, null]);
    expect(answers[3]).toEqual([stored, lease]);
    expect(answers[4]).toBeNull();
    expect(leftovers).toEqual([
      { name: 'Notice', text: 'letter.pdf', isFile: true },
      { name: 'Release', text: 'signature.png', isFile: true },
    ]);
  });

  test('are all to be chosen again of a draft that was kept without any', () => {
    const { leftovers } = fitting(kept(draftOf(choosing())), entries);
    expect(leftovers.map(({ text }) => text)).toEqual(['lease.pdf, letter.pdf', 'signature.png']);
  });
});

describe('a draft', () => {
  test('holds what differs from what is stored, and what that was', () => {
    const { answers, from } = kept(draftOf(filled({ 1: 'Anna', 2: 'hotel' })));
    expect({ answers, from }).toEqual({ answers: { 1: ' Ana ' }, from: { 1: 'Anna' } });
    expect(draftOf(filled()).from).toBeNull();
  });

  test('taken up again leaves the form as it was typed', () => {
    const draft = kept(draftOf(filled()));
    const again = createFilling(form, null, () => exampleContext);
    again.replace(fitting(draft, form.form_fields).answers, null);
    expect(again.typed()).toEqual({ 1: ' Ana ', 2: 'hotel' });
    expect(again.overview().isDirty).toBe(true);
    expect(again.sent().answers).toEqual(filled().sent().answers);
  });
});

describe('a form that was changed', () => {
  const changed = exampleForm(name, notice);

  test('keeps the answers and files that it still takes, also before they are sent', async () => {
    const filling = filled();
    const lease = new File(['x'], 'lease.pdf');
    filling.set(notice, lease);
    expect(await fitToForm(filling, Promise.resolve(kept(form)))).toBe(false);
    expect(await fitToForm(filling, Promise.reject(new Error('Gone')))).toBe(false);
    expect(await fitToForm(filling, Promise.resolve(changed))).toBe(true);
    expect(filling.values()).toEqual({ 1: ' Ana ', 3: lease });
    expect(filling.overview().leftovers).toEqual([{ name: 'Slept', text: 'Hotel' }]);
    filling.leaveOver([]);
    expect(filling.overview()).toMatchObject({ leftovers: [], isDirty: true });
  });

  test('that somebody cleared stays so', async () => {
    const more = examplePlace(6, exampleField('freeform-short', { name: 'Added' }));
    const filling = createFilling(form, { 1: 'Ana', 2: 'hotel' }, () => exampleContext);
    filling.set(slept, null);
    await fitToForm(filling, Promise.resolve(exampleForm(name, slept, notice, more)));
    expect(filling.sent().answers).toEqual([{ field_id: 2, value: null }]);
    expect(filling.overview().leftovers).toEqual([]);
  });

  test('that a response answers already keeps what is stored', async () => {
    const filling = filled({ 1: 'Anna', 2: 'shelter' });
    await fitToForm(filling, Promise.resolve(changed));
    expect(filling.sent().answers).toEqual([{ field_id: 1, value: ' Ana ' }]);
    expect(filling.began()).toEqual({ 1: 'Anna', 2: 'shelter' });
  });
});
