import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Rule, RuleAction } from '#forms/definition/rule.ts';
import { exampleContext, exampleField, exampleForm, examplePlace } from '#forms/testing.ts';
import { createFilling, type Filling } from './filling.ts';

const name = examplePlace(1, exampleField('freeform-short', { name: 'Name' }), { is_required: true });
const amount = examplePlace(2, exampleField('number', { name: 'Amount', metadata: { min: 0 } }));
const colours = examplePlace(3, exampleField('select-many', { metadata: { allow_other: true } }));
const notice = examplePlace(4, exampleField('attachment', { name: 'Notice' }));
const hidden = examplePlace(5, exampleField('freeform-short'), { is_required: true, settings: { hide: true } });
const form = exampleForm(name, amount, colours, notice, hidden);

const stored = { 1: 'Ana', 2: 7, 4: { file_id: 9, filename: 'a.txt', content_type: 'text/plain', size: 1, url: '/a' } };
let filling: Filling;

describe('a new response', () => {
  beforeEach(() => {
    filling = createFilling(form, {}, () => exampleContext);
  });

  test('a missing answer is said when saving, not when leaving', () => {
    filling.check(name);
    expect(filling.questionState(1).error).toBeNull();
    expect(filling.checkAll()).toBe(false);
    expect(filling.overview().errors).toEqual([{ id: 'answers.1', message: 'Answer: Name' }]);
  });

  test('a wrong answer is said when leaving, outside the summary, and forgotten with the next key', () => {
    filling.set(amount, -1);
    expect(filling.questionState(2).error).toBeNull();
    filling.check(amount);
    expect(filling.questionState(2).error).toBe('Enter a number that is 0 or more');
    expect(filling.overview().errors).toEqual([]);
    filling.set(amount, 1);
    expect(filling.questionState(2).error).toBeNull();
  });

  test('an answer that is mended leaves the summary, and comes back to it only with the next attempt', () => {
    filling.set(amount, -1);
    filling.checkAll();
    expect(filling.overview().errors.map(({ id }) => id)).toEqual(['answers.1', 'answers.2']);
    filling.set(amount, -2);
    filling.check(amount);
    expect(filling.questionState(2).error).toBe('Enter a number that is 0 or more');
    filling.set(name, 'Ana');
    expect(filling.overview().errors).toEqual([]);
    filling.checkAll();
    expect(filling.overview().errors.map(({ id }) => id)).toEqual(['answers.2']);
  });

  test('a hidden question is not asked', () => {
    expect(filling.overview().visibleFields).toEqual([name, amount, colours, notice]);
    expect(filling.overview().missing).toEqual([name]);
  });

  test('a key tells its own question only, once the form as a whole stays as it was', () => {
    filling.set(name, 'A');
    const heard = { own: vi.fn(), other: vi.fn(), overview: vi.fn() };
    filling.subscribe(1)(heard.own);
    filling.subscribe(2)(heard.other);
    filling.subscribe('overview')(heard.overview);
    filling.set(name, 'An');
    expect([heard.own, heard.other, heard.overview].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
    filling.set(name, '');
    expect(heard.overview).toHaveBeenCalledTimes(1);
    expect(filling.overview().missing).toEqual([name]);
  });

  test('the list of questions is the same object as long as the same are asked', () => {
    const before = filling.overview().visibleFields;
    filling.set(name, 'Ana');
    expect(filling.overview().answered).toBe(1);
    expect(filling.overview().visibleFields).toBe(before);
  });

  test('a file that is too large is refused at once, a good one is sent beside the answers', () => {
    filling.set(name, 'Ana');
    filling.set(notice, new File([new Uint8Array(26 * 1024 * 1024)], 'big.txt'));
    expect(filling.questionState(4).error).toBe('The file is larger than 25 MB. Choose a smaller one.');
    expect(filling.checkAll()).toBe(false);
    const file = new File(['x'], 'x.txt');
    filling.set(notice, file);
    expect(filling.checkAll()).toBe(true);
    expect(filling.sent()).toEqual({ answers: [{ field_id: 1, value: 'Ana' }], files: { 'answers[4]': [file] } });
  });

  test('Other without its text is not saved as nothing', () => {
    filling.set(name, 'Ana');
    filling.set(colours, ['r', '']);
    expect(filling.checkAll()).toBe(false);
    expect(filling.questionState(3).error).toBe('Enter the other answer, or uncheck Other');
  });

  test('what is sent is the same object until another answer is changed', () => {
    filling.set(name, 'Ana');
    const first = filling.sent();
    expect(filling.sent()).toBe(first);
    filling.set(amount, 1);
    expect(filling.sent()).not.toBe(first);
  });

  test('what the server refuses stands under its question, the rest above all of them', () => {
    filling.refuse({ 'answers.2': ['Too much'], form_id: ['This form is inactive'] });
    expect(filling.questionState(2).error).toBe('Too much');
    expect(filling.overview().errors).toEqual([
      { message: 'This form is inactive' },
      { id: 'answers.2', message: 'Amount: too much' },
    ]);
  });
});

describe('a response that is changed', () => {
  beforeEach(() => {
    filling = createFilling(form, stored, () => exampleContext);
  });

  test('only changed answers are sent', () => {
    expect(filling.checkAll()).toBe(true);
    expect(filling.sent().answers).toEqual([]);
    filling.set(amount, null);
    expect(filling.sent().answers).toEqual([{ field_id: 2, value: null }]);
  });

  test('once settled, nothing counts as changed', () => {
    filling.set(amount, 8);
    expect(filling.overview().isDirty).toBe(true);
    filling.settle();
    expect(filling.overview().isDirty).toBe(false);
  });

  test('an answer that is stored meanwhile is good, although it could not be given now', () => {
    const early = examplePlace(6, exampleField('date', { metadata: { min: '2026-01-01' } }));
    const dated = createFilling(exampleForm(early), {}, () => exampleContext);
    dated.set(early, '2025-06-01');
    expect(dated.checkAll()).toBe(false);
    dated.replace({ 6: '2025-06-01' }, { 6: '2025-06-01' });
    expect(dated.checkAll()).toBe(true);
  });

  test('answers that were brought back count as changed where they differ from what is stored', () => {
    filling.replace({ ...stored, 2: 8 }, stored);
    expect(filling.overview().isDirty).toBe(true);
    expect(filling.sent().answers).toEqual([{ field_id: 2, value: 8 }]);
  });
});

describe('the rules of a form', () => {
  const when = (field_name: string, value: string) => ({
    and: [{ scope: 'form' as const, conditions: { and: [{ field_name, op: 'EQ' as const, value }] } }],
  });
  const detail = examplePlace(6, exampleField('freeform-short', { name: 'Detail' }), { is_required: true });
  const total = examplePlace(7, exampleField('number', { name: 'Total' }));
  const ruled = {
    ...exampleForm(name, amount, detail, total),
    logic: [
      { name: 'Ask more', condition: when('1', 'more'), actions: [{ type: 'show' as const, field_id: 6 }] },
      {
        name: 'Known',
        condition: when('1', 'known'),
        actions: [{ type: 'set' as const, field_id: 7, payload: { value: 12 } }],
      },
    ],
  };
  beforeEach(() => {
    filling = createFilling(ruled, {}, () => exampleContext);
  });

  test('a question appears, is needed, and goes again with its answer', () => {
    const ids = () => filling.overview().visibleFields.map(({ field_id }) => field_id);
    expect(ids()).toEqual([1, 2, 7]);
    filling.set(name, 'more');
    expect(ids()).toEqual([1, 2, 6, 7]);
    expect(filling.overview().missing).toEqual([detail]);
    filling.set(detail, 'typed');
    filling.set(name, 'less');
    expect(ids()).toEqual([1, 2, 7]);
    expect(filling.hiddenAnswers()).toEqual([detail]);
    expect(filling.sent().answers).toEqual([{ field_id: 1, value: 'less' }]);
    filling.set(name, 'more');
    expect(filling.questionState(6).value).toBe('typed');
  });

  test('an answer that a rule keeps stands, and what was typed comes back', () => {
    filling.set(total, 5);
    filling.set(name, 'known');
    expect(filling.questionState(7)).toMatchObject({ value: 12, state: { heldBy: 'Known' } });
    expect(filling.sent().answers).toEqual([
      { field_id: 1, value: 'known' },
      { field_id: 7, value: 5 },
    ]);
    filling.set(name, 'other');
    expect(filling.questionState(7)).toMatchObject({ value: 5, state: { heldBy: null } });
  });

  test('the summary tells nothing more of an answer that a rule empties', () => {
    const clears = { name: 'Anew', condition: when('1', 'anew'), actions: [{ type: 'clear' as const, field_id: 2 }] };
    filling = createFilling({ ...exampleForm(name, amount), logic: [clears] }, {}, () => exampleContext);
    filling.set(name, 'ane');
    filling.refuse({ 'answers.2': ['Too little'] });
    filling.set(name, 'anew');
    expect(filling.questionState(2)).toMatchObject({ value: null, error: null });
    expect(filling.overview().errors).toEqual([]);
  });

  test('questions that no rule touched are not told', () => {
    const heard = { amount: vi.fn(), detail: vi.fn(), overview: vi.fn() };
    filling.set(name, 'mor');
    filling.subscribe(2)(heard.amount);
    filling.subscribe(6)(heard.detail);
    filling.subscribe('overview')(heard.overview);
    filling.set(name, 'more');
    expect([heard.amount, heard.detail, heard.overview].map((one) => one.mock.calls.length)).toEqual([0, 1, 1]);
    filling.set(name, 'MORE');
    // It says which answer brought it up.
    expect([heard.amount, heard.detail, heard.overview].map((one) => one.mock.calls.length)).toEqual([0, 2, 1]);
  });

  test('what is filled in from elsewhere is sent, and is not a change of anybody', () => {
    filling.fill([{ field_id: 2, value: 7, source: 'Intake 02/01/2026' }]);
    expect(filling.overview().isDirty).toBe(false);
    expect(filling.questionState(2)).toMatchObject({ value: 7, source: 'Intake 02/01/2026' });
    expect(filling.sent().answers).toEqual([{ field_id: 2, value: 7 }]);
    filling.set(amount, 8);
    expect(filling.questionState(2).source).toBeUndefined();
  });
});

test('several files: those that stay are named, new ones go along', () => {
  const one = { file_id: 9, filename: 'a.txt', content_type: 'text/plain', size: 1, url: '/a' };
  const two = { ...one, file_id: 10, filename: 'b.txt' };
  filling = createFilling(form, { 4: [one, two] }, () => exampleContext);
  const file = new File(['x'], 'c.txt');
  filling.set(notice, [two, file]);
  expect(filling.sent()).toEqual({ answers: [{ field_id: 4, value: [two] }], files: { 'answers[4]': [file] } });
});

describe('a required question that a rule fills in', () => {
  const band = examplePlace(2, exampleField('freeform-short', { name: 'Band' }), { is_required: true });
  const score = examplePlace(1, exampleField('freeform-short', { name: 'Score' }));
  const itself = examplePlace(3, exampleField('autopopulate'), { is_required: true });
  const severe: Rule = {
    name: 'Severe',
    condition: { and: [{ scope: 'form', conditions: { and: [{ field_name: '1', op: 'EQ', value: 'high' }] } }] },
    actions: [{ type: 'set', field_id: 2, payload: { value: 'Severe', keeps: true } }],
  };

  test('is not needed while the rule applies, and is again when it does not', () => {
    filling = createFilling({ ...exampleForm(score, band), logic: [severe] }, null, () => exampleContext);
    expect(filling.overview().missing).toEqual([band]);
    filling.set(score, 'high');
    expect(filling.overview().missing).toEqual([]);
    expect(filling.questionState(2)).toMatchObject({ value: 'Severe', state: { heldBy: 'Severe' } });
    filling.set(score, 'low');
    expect(filling.overview().missing).toEqual([band]);
    expect(filling.questionState(2)).toMatchObject({ value: null, state: { heldBy: null } });
  });

  test('is not needed when it fills itself: nobody can type there', () => {
    filling = createFilling(exampleForm(itself), null, () => exampleContext);
    expect(filling.overview().missing).toEqual([]);
    expect(filling.checkAll()).toBe(true);
  });
});

describe('a form that is edited meanwhile', () => {
  const rule = (op: 'EQ' | 'EMPTY', action: RuleAction): Rule => ({
    name: 'Rule',
    condition: { and: [{ scope: 'form', conditions: { and: [{ field_name: '1', op, value: 'Ana' }] } }] },
    actions: [action],
  });
  beforeEach(() => {
    filling = createFilling(exampleForm(name, amount), null, () => exampleContext);
  });

  test('keeps the answers, also of a field that goes and comes back', () => {
    filling.set(name, 'Ana');
    filling.changeForm(exampleForm(amount));
    expect(filling.overview()).toMatchObject({ visibleFields: [amount], missing: [], answered: 0 });
    filling.changeForm(exampleForm(name, amount));
    expect(filling.questionState(1).value).toBe('Ana');
    expect(filling.overview().answered).toBe(1);
  });

  test('runs its rules as they are now, and draws again only what they change', () => {
    filling.set(name, 'Ana');
    const own = vi.fn();
    filling.subscribe(1)(own);
    filling.changeForm({ ...exampleForm(name, amount, hidden), logic: [rule('EQ', { type: 'show', field_id: 5 })] });
    expect(filling.overview().visibleFields).toEqual([name, amount, hidden]);
    expect(own).not.toHaveBeenCalled();
  });

  test('sends no answers to questions that are gone', () => {
    filling.set(name, 'Ana');
    expect(filling.sent().answers).toEqual([{ field_id: 1, value: 'Ana' }]);
    filling.changeForm(exampleForm(amount));
    expect(filling.sent().answers).toEqual([]);
  });

  test('fills in before the first answer, and after it only with the next one', () => {
    const suggest = (value: number) => rule('EMPTY', { type: 'set', field_id: 2, payload: { value, keeps: false } });
    filling.changeForm({ ...exampleForm(name, amount), logic: [suggest(3)] });
    expect(filling.questionState(2)).toMatchObject({ value: 3, rule: 'Rule' });
    filling.set(amount, null);
    filling.changeForm({ ...exampleForm(name, amount, colours), logic: [suggest(4)] });
    expect(filling.questionState(2).value).toBeNull();
  });
});
