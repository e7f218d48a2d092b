import { describe, expect, test } from 'vitest';
import type { Answers } from '../definition/answer.ts';
import type { FieldTypeName } from '../field-types/field-type.ts';
import { exampleContext, exampleField, exampleForm, examplePlace } from '../testing.ts';
import { evaluate } from './evaluate.ts';

const required = { is_required: true };
const form = exampleForm(
  examplePlace(2, exampleField('number', { name: 'Age', metadata: { min: 1, max: 10 } })),
  examplePlace(1, exampleField('freeform-short', { name: 'First name' }), required),
);
const run = (given: Answers, stored: Answers = {}, on = form) =>
  evaluate(on, { given, saved: stored, context: exampleContext });

describe('evaluate', () => {
  test('tells every issue, in the order of the form', () => {
    expect(run({ 9: 'x', 2: 11, 1: ' ' }).issues).toEqual([
      { path: 'answers.1', message: 'Enter First name' },
      { path: 'answers.2', message: 'Enter a number between 1 and 10' },
      { path: 'answers.9', message: 'This field is not on the form' },
    ]);
  });

  test.each<[FieldTypeName, string]>([
    ['freeform-short', 'Enter Short text'],
    ['freeform-long', 'Enter Long text'],
    ['number', 'Enter Number'],
    ['date', 'Enter Date'],
    ['select-one', 'Choose Select one'],
    ['select-many', 'Choose at least one option for Select many'],
    ['checkbox', 'Check the box to confirm Checkbox'],
    ['attachment', 'Choose a file for Attachment'],
  ])('asks for a required %s', (name, message) => {
    const one = exampleForm(examplePlace(1, exampleField(name), required));
    for (const given of [{}, { 1: null }, { 1: '' }, { 1: [] }]) {
      expect(run(given, {}, one).issues).toEqual([{ path: 'answers.1', message }]);
    }
  });

  describe('what a rule fills in', () => {
    const options = ['Mild', 'Severe'].map((label, position) => ({
      id: position + 1,
      label,
      value: label,
      position,
      hidden: false,
    }));
    const score = examplePlace(1, exampleField('number', { name: 'Score' }));
    const band = (offered = options) =>
      examplePlace(2, { ...exampleField('select-one', { name: 'Band' }), field_options: offered }, required);
    const banded = (offered?: typeof options) => ({
      ...exampleForm(score, band(offered)),
      logic: [
        {
          name: 'Severe from 20',
          condition: {
            and: [
              { scope: 'form' as const, conditions: { and: [{ field_name: '1', op: 'GTE' as const, value: 20 }] } },
            ],
          },
          actions: [{ type: 'set' as const, field_id: 2, payload: { value: 'Severe', keeps: true } }],
        },
      ],
    });

    test('is not asked for, and nobody types over it, while the rule applies', () => {
      expect(run({ 1: 21 }, {}, banded())).toMatchObject({ issues: [], answers: { 1: 21, 2: 'Severe' } });
      expect(run({ 1: 21, 2: 'Mild' }, {}, banded())).toMatchObject({ issues: [], answers: { 2: 'Severe' } });
      expect(run({ 1: 21, 2: null }, { 2: 'Mild' }, banded()).answers).toEqual({ 1: 21, 2: 'Severe' });
    });

    test('is anybody’s to answer while no rule applies', () => {
      expect(run({ 1: 3 }, {}, banded()).issues).toEqual([{ path: 'answers.2', message: 'Choose Band' }]);
      expect(run({ 1: 3, 2: 'Mild' }, {}, banded())).toMatchObject({ issues: [], answers: { 2: 'Mild' } });
    });

    test('stays when another rule leaves it out: who fills in the form could not mend it', () => {
      const form = banded();
      const offered = { and: [{ field_name: 'value', op: 'EQ' as const, value: 'Mild' }] };
      const filter = { type: 'filter' as const, field_id: 2, payload: { conditions: offered } };
      const logic = form.logic.map((rule) => ({ ...rule, actions: [...rule.actions, filter] }));
      expect(run({ 1: 21 }, {}, { ...form, logic })).toMatchObject({ issues: [], answers: { 2: 'Severe' } });
    });

    test('stays when its option is removed: who fills in the form could not mend it', () => {
      const removed = options.map((option) => ({ ...option, hidden: option.value === 'Severe' }));
      expect(run({ 1: 21 }, {}, banded(removed))).toMatchObject({ issues: [], answers: { 2: 'Severe' } });
      expect(run({ 1: 3, 2: 'Severe' }, {}, banded(removed)).issues).toHaveLength(1);
    });
  });

  test('nobody is asked for what a required field that fills itself leaves blank', () => {
    const itself = exampleForm(examplePlace(1, exampleField('autopopulate'), required));
    expect(run({}, {}, itself).issues).toEqual([]);
  });

  test('R90a a question added later is required of an earlier response only once it has an answer', () => {
    const added = examplePlace(1, exampleField('freeform-short'), {
      ...required,
      required_since: '2026-03-02T00:00:00.000Z',
    });
    const issuesOf = (given: object, saved: object | null, recordedAt: string | null) =>
      evaluate(exampleForm(added), {
        given: given as never,
        saved: saved as never,
        context: { ...exampleContext, recordedAt },
      }).issues.length;
    const [before, after] = ['2026-03-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z'];
    expect(issuesOf({}, {}, before), 'recorded before').toBe(0);
    expect(issuesOf({}, {}, after), 'recorded after').toBe(1);
    expect(issuesOf({}, null, null), 'a new one').toBe(1);
    expect(issuesOf({ 1: null }, { 1: 'said' }, before), 'taken away').toBe(1);
  });

  test('a required checkbox is ticked, unless it has a word for unticked', () => {
    const boxed = (metadata: Record<string, unknown>) =>
      exampleForm(examplePlace(1, exampleField('checkbox', { name: 'Consent', metadata }), required));
    expect(run({ 1: false }, {}, boxed({})).issues).toEqual([
      { path: 'answers.1', message: 'Check the box to confirm Consent' },
    ]);
    expect(run({ 1: false }, {}, boxed({ unchecked_value: 'Refuses' }))).toMatchObject({
      answers: { 1: false },
      issues: [],
    });
    expect(run({}, {}, boxed({ unchecked_value: 'Refuses' })).issues).toEqual([
      { path: 'answers.1', message: 'Choose Yes or Refuses for Consent' },
    ]);
  });

  test('stores what the field type makes of an answer', () => {
    expect(run({ 1: ' Ana ', 2: 3 })).toMatchObject({
      answers: { 1: 'Ana', 2: 3 },
      issues: [],
      visibleFields: new Set([1, 2]),
    });
  });

  test('a blank answer takes the stored one away; one that is not given stays', () => {
    expect(run({ 2: null }, { 1: 'Ana', 2: 3 })).toMatchObject({ answers: { 1: 'Ana' }, issues: [] });
    expect(run({ 2: 4 }, { 1: 'Ana', 2: 3 }).answers).toEqual({ 1: 'Ana', 2: 4 });
  });

  test('answers of fields that have left the form stay, and cannot be changed', () => {
    expect(run({}, { 1: 'Ana', 8: 'old' })).toMatchObject({ answers: { 1: 'Ana', 8: 'old' }, issues: [] });
    const changed = run({ 8: 'new' }, { 1: 'Ana', 8: 'old' });
    expect(changed.answers).toEqual({ 1: 'Ana', 8: 'old' });
    expect(changed.issues.map((issue) => issue.path)).toEqual(['answers.8']);
  });

  test('a hidden field is neither required nor checked, and keeps no answer', () => {
    const hidden = exampleForm(examplePlace(1, exampleField('number'), { ...required, settings: { hide: true } }));
    expect(run({ 1: 'x' }, { 1: 5 }, hidden)).toMatchObject({ answers: {}, issues: [], visibleFields: new Set() });
  });

  test('a removed option is kept by the response that has it, and by no other', () => {
    const colours = exampleForm(examplePlace(1, exampleField('select-one')));
    expect(run({ 1: 'b' }, { 1: 'b' }, colours).issues).toEqual([]);
    expect(run({ 1: 'b' }, { 1: 'r' }, colours).issues).toEqual([
      { path: 'answers.1', message: 'Choose one of the options' },
    ]);
  });

  test('a date window counts from the today of the context', () => {
    const settings = { maxDate: { type: 'today' } as const };
    const visit = exampleForm(examplePlace(1, exampleField('date'), { settings }));
    expect(run({ 1: '2026-03-14' }, {}, visit).issues).toEqual([]);
    expect(run({ 1: '2026-03-15' }, {}, visit).issues).toEqual([
      { path: 'answers.1', message: 'Enter a date on or before 03/14/2026' },
    ]);
  });

  test('names of object properties are not answers', () => {
    const given = JSON.parse('{"1":"Ana","__proto__":{"2":3},"constructor":1}');
    const { answers, issues } = run(given);
    expect(answers).toEqual({ 1: 'Ana' });
    expect(issues.map((issue) => issue.path)).toEqual(['answers.__proto__', 'answers.constructor']);
  });
});
