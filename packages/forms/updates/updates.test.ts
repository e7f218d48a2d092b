import { describe, expect, test } from 'vitest';
import type { Rule } from '../definition/rule.ts';
import { exampleField, examplePlace } from '../testing.ts';
import { type CopiedForm, inIdsOf } from './copied-form.ts';
import { differencesOf } from './differences.ts';
import { takeUpdate } from './take-update.ts';

type Question = CopiedForm['form_fields'][number];
const question = (id: number, name: string, changes: Partial<Question> = {}): Question => {
  const { position: _, ...place } = examplePlace(id, exampleField('number', { name }));
  return { ...place, ...changes };
};
const colors = (id: number, ...labels: string[]): Question =>
  question(id, 'Colour', {
    field: exampleField('select-one', {
      name: 'Colour',
      field_options: labels.map((label, position) => ({ label, value: label, position })),
    }),
  });
const rule = (name: string, field_id: number): Omit<Rule, 'position'> => ({
  name,
  condition: { and: [{ scope: 'form', conditions: { and: [{ field_name: '1', op: 'NEMPTY' }] } }] },
  actions: [{ type: 'show', field_id }],
});
const form = (changes: Partial<CopiedForm> = {}): CopiedForm => ({
  name: 'Intake',
  description: null,
  redirect_url: null,
  form_fields: [question(1, 'Rent'), question(2, 'Income')],
  logic: [],
  calculations: [],
  translations: [],
  ...changes,
});
const base = form();
const taken = (theirs: CopiedForm, ours: CopiedForm = base, from: CopiedForm | null = base) => {
  const after = takeUpdate(from, theirs, ours);
  return { after, told: differencesOf(from, { before: ours, after }) };
};
const names = ({ form_fields }: CopiedForm) => form_fields.map(({ field }) => field.name);

describe('R58 what taking an update does', () => {
  test('is nothing where nothing was changed in the template, whatever was changed here', () => {
    const ours = form({ name: 'Our intake', form_fields: [question(2, 'Earnings'), question(9, 'Own')] });
    expect(taken(form(), ours)).toEqual({ after: ours, told: [] });
  });

  test('adds a question after the one that stands before it there, and keeps what was added here', () => {
    const theirs = form({ form_fields: [question(1, 'Rent'), question(-3, 'Pets'), question(2, 'Income')] });
    const ours = form({ form_fields: [question(9, 'Own'), question(2, 'Income'), question(1, 'Rent')] });
    const { after, told } = taken(theirs, ours);
    expect(names(after)).toEqual(['Own', 'Income', 'Rent', 'Pets']);
    expect(told).toMatchObject([{ part: 'question', kind: 'added', name: 'Pets', key: '-3' }]);
  });

  test('changes what was changed there and leaves what was changed here', () => {
    const theirs = form({ form_fields: [question(1, 'Monthly rent'), question(2, 'Income')] });
    const ours = form({ form_fields: [question(1, 'Rent', { is_required: true }), question(2, 'Income')] });
    const { after, told } = taken(theirs, ours);
    expect(after.form_fields[0]).toMatchObject({ is_required: true, field: { name: 'Monthly rent' } });
    expect(told).toEqual([
      {
        part: 'question',
        key: '1',
        kind: 'changed',
        name: 'Rent',
        lines: [{ label: 'Name', was: 'Rent', is: 'Monthly rent' }],
        is_changed_here: false,
      },
    ]);
  });

  test('says where what is replaced was changed here too', () => {
    const { after, told } = taken(form({ name: 'Intake 2027' }), form({ name: 'Our intake' }));
    expect(after.name).toBe('Intake 2027');
    expect(told).toMatchObject([{ part: 'form', is_changed_here: true, lines: [{ was: 'Our intake' }] }]);
  });

  test('removes what was removed there, and does not bring back what was removed here', () => {
    const theirs = form({ form_fields: [question(1, 'Rent', { is_required: true }), question(-3, 'Pets')] });
    const ours = form({ form_fields: [question(2, 'Income'), question(9, 'Own')] });
    const { after, told } = taken(theirs, ours);
    expect(names(after)).toEqual(['Pets', 'Own']);
    expect(told.map(({ kind, name }) => [kind, name])).toEqual([
      ['added', 'Pets'],
      ['removed', 'Income'],
    ]);
  });

  test('takes the order where it was changed there', () => {
    const theirs = form({ form_fields: [question(2, 'Income'), question(1, 'Rent')] });
    const ours = form({ form_fields: [question(1, 'Rent'), question(9, 'Own'), question(2, 'Income')] });
    const { after, told } = taken(theirs, ours);
    expect(names(after)).toEqual(['Income', 'Rent', 'Own']);
    expect(told).toMatchObject([{ part: 'form', name: 'Order' }]);
  });

  test('hides options that the template has no more, and keeps those that were added here', () => {
    const from = form({ form_fields: [colors(1, 'Red', 'Green')] });
    const { after, told } = taken(
      form({ form_fields: [colors(1, 'Red', 'Blue')] }),
      form({ form_fields: [colors(1, 'Red', 'Green', 'Pink')] }),
      from,
    );
    expect(after.form_fields[0]?.field.field_options).toEqual([
      { label: 'Red', value: 'Red', position: 0 },
      { label: 'Blue', value: 'Blue', position: 1 },
      { label: 'Green', value: 'Green', position: 2, hidden: true },
      { label: 'Pink', value: 'Pink', position: 3 },
    ]);
    expect(told[0]?.lines).toEqual([{ label: 'Options', was: 'Red, Green, Pink', is: 'Red, Blue, Pink' }]);
  });

  test('takes what options say in place of an answer', () => {
    const of = (meaning?: 'unknown') => {
      const field_options = [{ label: 'Not sure', value: '8', position: 0, ...(meaning && { meaning }) }];
      return form({
        form_fields: [
          question(1, 'Veteran', { field: exampleField('select-one', { name: 'Veteran', field_options }) }),
        ],
      });
    };
    const { after, told } = taken(of('unknown'), of(), of());
    expect(after).toEqual(of('unknown'));
    expect(told[0]?.lines).toEqual([{ label: 'Options', was: 'Not sure', is: 'Not sure (unknown)' }]);
  });

  test('takes settings one by one, and all of them with another type', () => {
    const of = (metadata: Record<string, unknown>, type: 'number' | 'date' = 'number') =>
      form({ form_fields: [question(1, 'Rent', { field: exampleField(type, { name: 'Rent', metadata }) })] });
    const from = of({ min: 0 });
    expect(taken(of({ min: 5 }), of({ min: 0, max: 9 }), from).after).toEqual(of({ min: 5, max: 9 }));
    expect(taken(of({}, 'date'), of({ min: 0, max: 9 }), from).after).toEqual(of({}, 'date'));
  });

  test('takes the mark of a due date, and says for whom it is', () => {
    const { after, told } = taken(
      form({ form_fields: [question(1, 'Rent', { settings: { due_date: 'everyone' } })] }),
      form({ form_fields: [question(1, 'Rent', { settings: { hide: true } })] }),
      form({ form_fields: [question(1, 'Rent')] }),
    );
    expect(after.form_fields[0]?.settings).toEqual({ hide: true, due_date: 'everyone' });
    expect(told[0]?.lines).toEqual([{ label: 'Due date', was: null, is: 'Everyone who can view the response' }]);
  });

  test('tells rules by their sentences, and those of one name apart', () => {
    const from = form({ logic: [rule('Ask', 2), rule('Ask', 1)] });
    const { after, told } = taken(form({ logic: [rule('Ask', 2), rule('Ask', 2)] }), from, from);
    expect(after.logic).toEqual([rule('Ask', 2), rule('Ask', 2)]);
    expect(told).toMatchObject([
      {
        part: 'rule',
        name: 'Ask',
        lines: [{ was: 'When Rent is not empty: show Rent', is: 'When Rent is not empty: show Income' }],
      },
    ]);
  });

  test('takes texts in other languages one by one', () => {
    const texts = (...said: [string, string][]) =>
      form({
        translations: [
          { language: 'es', texts: Object.fromEntries(said.map(([key, text]) => [key, { text, original: key }])) },
        ],
      });
    const { after, told } = taken(
      texts(['a', 'uno'], ['b', 'dos']),
      texts(['a', 'un'], ['c', 'tres']),
      texts(['a', 'un']),
    );
    expect(after).toEqual(texts(['a', 'uno'], ['c', 'tres'], ['b', 'dos']));
    expect(told).toMatchObject([{ part: 'translation', name: 'Spanish', lines: [{ label: 'a' }, { label: 'b' }] }]);
  });

  test('of a copy whose beginnings nobody knows takes all that differs and removes nothing', () => {
    const ours = form({ name: 'Other', form_fields: [question(1, 'Rent'), question(9, 'Own')] });
    const { after } = taken(form(), ours, null);
    expect(after.name).toBe('Intake');
    expect(names(after)).toEqual(['Rent', 'Income', 'Own']);
  });

  test('again does nothing', () => {
    const theirs = form({ name: 'New', form_fields: [question(-3, 'Pets'), question(2, 'Income')] });
    const { after } = taken(theirs, form({ form_fields: [question(9, 'Own'), question(1, 'Rent')] }));
    expect(takeUpdate(theirs, theirs, after)).toEqual(after);
  });
});

test('a form in the ids of its copy names what is not there by negative numbers', () => {
  const numbers = { fields: new Map([[1, 11]]), calculations: new Map() };
  const there = inIdsOf(form({ logic: [rule('Ask', 2)] }), numbers);
  expect(there.form_fields.map(({ field_id }) => field_id)).toEqual([11, -2]);
  expect(there.logic[0]).toMatchObject({
    condition: { and: [{ conditions: { and: [{ field_name: '11' }] } }] },
    actions: [{ field_id: -2 }],
  });
});
