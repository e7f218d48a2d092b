import { describe, expect, test } from 'vitest';
import type { AskedParameter } from '#web/reports/report.ts';
import { chosenFor, offeredOf, sharedQuestions } from './asked.ts';
import type { ReportRecord } from './widget.ts';

type Parameter = ReportRecord['parameters'][number];

const period = (more: Partial<Parameter> = {}): Parameter => ({
  key: 'period',
  label: 'Period',
  type: 'period',
  column: null,
  default: 'last month',
  ...more,
});
const program = (field: string, more: Partial<Parameter> = {}): Parameter => ({
  key: 'program',
  label: 'Program',
  type: 'choice',
  column: { form: 1, field, type: 'field' },
  ...more,
});

describe('what a dashboard asks', () => {
  test('is asked once for all widgets that ask the same, whatever their reports call it inside', () => {
    const questions = sharedQuestions([
      { id: 1, parameters: [period()] },
      { id: 2, parameters: [program('5'), period({ key: 'when', label: ' period ' })] },
      { id: 3, parameters: [] },
    ]);
    expect(questions.map(({ key, default: usual }) => [key, usual])).toEqual([
      ['period', 'last month'],
      ['program', undefined],
    ]);
    const chosen = { period: 'this year', program: ['food'] };
    expect(chosenFor(1, questions, chosen)).toEqual({ period: 'this year' });
    expect(chosenFor(2, questions, chosen)).toEqual({ when: 'this year', program: ['food'] });
    expect(chosenFor(3, questions, chosen)).toEqual({});
  });

  test('is asked apart where the values are those of another question', () => {
    const questions = sharedQuestions([
      { id: 1, parameters: [program('5')] },
      { id: 2, parameters: [program('6')] },
    ]);
    expect(questions.map(({ key }) => key)).toEqual(['program', 'program_2']);
    expect(chosenFor(2, questions, { program: ['a'], program_2: ['b'] })).toEqual({ program: ['b'] });
  });

  test('has no default of its own where the reports have different ones, and all is a choice', () => {
    const questions = sharedQuestions([
      { id: 1, parameters: [period()] },
      { id: 2, parameters: [period({ default: null })] },
    ]);
    expect(questions[0]?.default).toBeUndefined();
    expect(chosenFor(1, questions, {})).toEqual({});
    expect(chosenFor(1, questions, { period: null })).toEqual({ period: null });
  });

  test('has the options and the default of a choice from results, where they agree', () => {
    const [question] = sharedQuestions([1, 2].map((id) => ({ id, parameters: [program('5')] })));
    if (!question) throw new Error('nothing is asked');
    const column = { form: 1, field: '5', type: 'field', label: 'Program' } as AskedParameter['column'];
    const told = (usual: string[]): AskedParameter[] => [
      { ...program('5'), column, value: usual, default: usual, display_value: '' },
    ];
    expect(offeredOf(question, new Map())).toEqual({ column: null, default: undefined });
    expect(offeredOf(question, new Map([[1, told(['food'])]]))).toEqual({ column, default: ['food'] });
    const both = (usual: string[]) =>
      offeredOf(
        question,
        new Map([
          [1, told(['food'])],
          [2, told(usual)],
        ]),
      );
    expect(both(['food']).default).toEqual(['food']);
    expect(both(['bus']).default).toBeUndefined();
  });

  test('is chosen for both where one report calls two things the same', () => {
    const questions = sharedQuestions([{ id: 1, parameters: [period(), period({ key: 'other' })] }]);
    expect(questions).toHaveLength(1);
    expect(chosenFor(1, questions, { period: 'today' })).toEqual({ period: 'today', other: 'today' });
  });

  test('has nothing chosen that only objects have', () => {
    const questions = sharedQuestions([{ id: 1, parameters: [period({ key: 'constructor' })] }]);
    expect(chosenFor(1, questions, {})).toEqual({});
  });
});
