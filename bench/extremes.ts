// Over 300 lines: it is one list of cases. The worst that forms and bodies may be, one piece at a time: how long each
// holds the process. Run: node bench/extremes.ts
import { evaluation } from '#forms/answers/evaluate.ts';
import { parseEquation } from '#forms/calculations/equation.ts';
import { runCalculations } from '#forms/calculations/run.ts';
import { checkAnswer } from '#forms/definition/answer.ts';
import type { Calculation } from '#forms/definition/calculation.ts';
import type { FormDefinition, FormField } from '#forms/definition/form-definition.ts';
import type { Rule, RuleAction } from '#forms/definition/rule.ts';
import { maxValue, maxValues } from '#forms/field-types/condition.ts';
import { compiledForm } from '#forms/logic/compile.ts';
import { settle } from '#forms/logic/settle.ts';
import { exampleContext, exampleField, examplePlace } from '#forms/testing.ts';
import { plainSvg } from '#server/kit/files/plain-svg.ts';

/** In milliseconds of the thread's own work. */
const limit = 50;

const clock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const context = { ...exampleContext, timeLimit: { clock, milliseconds: 25 } };

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const text = exampleField('freeform-short');
const long = exampleField('freeform-long');
const texts = (count: number): FormField[] => times(count, (at) => examplePlace(at + 1, text));
const options = times(1200, (position) => ({ label: `Option ${position}`, value: `v${position}`, position }));
const select = exampleField('select-many', { field_options: options });

const formOf = (form_fields: FormField[], logic: Rule[], calculations: Calculation[] = []): FormDefinition => ({
  id: 1,
  name: 'Worst',
  form_fields,
  logic,
  calculations,
});
const when = (
  comparisons: { field_name: string; op: string; value?: unknown }[],
  actions: RuleAction[],
  scope: 'form' | 'calculator' = 'form',
): Rule =>
  ({
    name: 'Rule',
    condition: { and: comparisons.map((one) => ({ scope, conditions: { and: [one] } })) },
    actions,
  }) as Rule;
const show = (field_id: number): RuleAction => ({ type: 'show', field_id });
const hide = (field_id: number): RuleAction => ({ type: 'hide', field_id });

const megabyte = 1_000_000;
const values = (count: number) => times(count, (at) => `value ${at} ${'x'.repeat(80)}`);

/** Text that a search goes through for long: each place almost matches. */
const almost = 'a'.repeat(maxValue / 2);
const sought = `${almost}b${almost}`;

const equation = times(50, () => 'a * 1.1 % 7')
  .join(' + ')
  .slice(0, 495)
  .replace(/[^a-z0-9]+$/, '');
const calculations = times(
  100,
  (at): Calculation => ({
    id: at + 1,
    name: 'Sum',
    equation,
    calculation_type: 'numeric',
    calculation_subtype: null,
    display_unit: null,
    position: at,
    variables: [
      {
        name: 'a',
        record_type: at === 0 ? 'Field' : 'Calculation',
        record_id: at === 0 ? 1 : at,
        parameter_type: null,
        value: null,
      },
    ],
    formatter: {},
  }),
);
const counted = formOf([examplePlace(1, exampleField('number')), ...texts(200).slice(1)], [], calculations);

/** A case comes in pieces, between which others have their turn on the server. */
type Case = [name: string, pieces: () => (() => unknown)[]];
const settled = (name: string, form: FormDefinition, answers: object): Case => [
  name,
  () => {
    // As a form that was just read: nothing is known of it yet.
    const fresh = structuredClone(form);
    const moments = { before: null, answered: new Set<number>(), standing: new Set<number>() };
    return [
      () => compiledForm(fresh),
      () => settle(fresh, { answers: answers as never, stored: {}, context, moments }),
    ];
  },
];
const piece = (name: string, work: () => unknown): Case => [name, () => [work]];

const chain = times(200, (at) =>
  when(
    times(25, () => ({ field_name: String(200 - at), op: 'NEMPTY' })),
    [show(201 - at)],
  ),
);
const filters = (conditions: object): RuleAction[] =>
  times(25, () => ({ type: 'filter', field_id: 1, payload: { conditions } as never }));

/** Refused, once its parts have been counted. */
const drawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<path d="M0 0h9"/>'.repeat(34_000)}</svg>`,
);

const cases: Case[] = [
  settled(
    `a list of ${maxValues} values, 100 actions, an answer of 900,000 characters`,
    formOf(texts(100), [
      when(
        [{ field_name: '1', op: 'IN', value: values(maxValues) }],
        times(100, (at) => hide(at + 1)),
      ),
    ]),
    { 1: 'a'.repeat(900_000) },
  ),
  settled(
    'a list of 20,000 values from before there was a limit, 100 actions, as long an answer',
    formOf(texts(100), [
      when(
        [{ field_name: '1', op: 'IN', value: values(20_000) }],
        times(100, (at) => hide(at + 1)),
      ),
    ]),
    { 1: 'a'.repeat(900_000) },
  ),
  settled(
    '5,000 lists of 25 values over 1,000 answers, 1 MB each of rules and of answers',
    formOf(
      texts(1000),
      times(200, (at) =>
        when(
          times(25, (n) => ({
            field_name: String(((at * 25 + n) % 1000) + 1),
            op: 'NIN',
            value: times(25, (one) => `${one}ab`),
          })),
          times(25, (n) => hide(((at + n) % 1000) + 1)),
        ),
      ),
    ),
    Object.fromEntries(times(1000, (at) => [at + 1, 'b'.repeat(megabyte / 1000)])),
  ),
  settled(
    '5,000 searches in long texts that almost match, 1 MB together',
    formOf(
      times(20, (at) => examplePlace(at + 1, long)),
      times(200, (at) =>
        when(
          times(25, (n) => ({ field_name: String(((at + n) % 20) + 1), op: 'NCONTAINS', value: sought })),
          [hide((at % 20) + 1)],
        ),
      ),
    ),
    Object.fromEntries(times(20, (at) => [at + 1, 'a'.repeat(50_000)])),
  ),
  settled('200 rules in a chain over 1,000 fields, backwards', formOf(texts(1000), chain), {
    ...Object.fromEntries(times(1000, (at) => [at + 1, 'x'])),
  }),
  settled(
    '5,000 filters of 1,200 options by 50 conditions',
    formOf(
      [examplePlace(1, select)],
      times(200, () =>
        when(
          [{ field_name: '1', op: 'EMPTY' }],
          filters({ or: times(50, (at) => ({ field_name: 'label', op: 'CONTAINS', value: `n ${at}x` })) }),
        ),
      ),
    ),
    {},
  ),
  settled(
    'show_when of 50 conditions on 1,000 fields',
    formOf(
      times(1000, (at) =>
        examplePlace(
          at + 1,
          exampleField('freeform-short', {
            metadata: {
              show_when: {
                and: times(50, (n) => ({ field_name: String(((at + n) % 1000) + 1), op: 'NEQ', value: 'z' })),
              },
            },
          }),
        ),
      ),
      [],
    ),
    Object.fromEntries(times(1000, (at) => [at + 1, 'x'])),
  ),
  settled(
    '5,000 things done once, each setting off the next',
    formOf(
      texts(1000),
      times(200, (at) =>
        when(
          [{ field_name: String(at + 1), op: 'NEMPTY' }],
          times(25, (n) => ({
            type: 'set',
            field_id: n === 0 ? at + 2 : 300 + ((at * 25 + n) % 700),
            payload: { value: 'x', keeps: false },
          })),
        ),
      ),
    ),
    { 1: 'x' },
  ),
  settled(
    '100 calculations of 100 operations that 200 rules in a chain look at',
    {
      ...counted,
      logic: times(200, (at) =>
        when(
          [{ field_name: '100', op: 'NEMPTY' }],
          [{ type: 'set', field_id: 200 - (at % 199), payload: { value: 'x' } }],
          'calculator',
        ),
      ).concat(chain.slice(0, 190)),
    },
    { 1: 5 },
  ),
  piece('100 calculations of 100 operations, each of the one before', () =>
    runCalculations(calculations, () => 5, context),
  ),
  ...['('.repeat(500), '-('.repeat(250), 'a'.repeat(500), `${'a+'.repeat(249)}a`].map((text) =>
    piece(`an equation of 500 characters: ${text.slice(0, 6)}…`, () => parseEquation(text)),
  ),
  piece('a drawing of 34,000 paths', () => {
    try {
      plainSvg(drawing);
    } catch (error) {
      return error;
    }
  }),
  piece('the check of an answer of 300,000 choices', () =>
    checkAnswer(examplePlace(1, select), Array(300_000).fill('v1'), { today: context.today }),
  ),
  piece('the check of an answer of 500 choices among 1,200', () =>
    checkAnswer(
      examplePlace(1, select),
      options.slice(0, 500).map(({ value }) => value),
      { today: context.today },
    ),
  ),
  piece('the check of a text of 1 MB by a mask', () =>
    checkAnswer(
      examplePlace(1, exampleField('freeform-short', { metadata: { mask: '9'.repeat(255) } })),
      '1'.repeat(megabyte),
      { today: context.today },
    ),
  ),
  piece('the check of a text of 1 MB of marks', () =>
    checkAnswer(examplePlace(1, long), `a${'\u0301\u0316'.repeat(megabyte / 4)}`, { today: context.today }),
  ),
];

/** The longest piece of a few tries, each from a form that nothing is known of. */
const worst = (pieces: Case[1]): number =>
  Math.max(
    ...times(3, pieces).flatMap((work) =>
      work.map((one) => {
        const begun = clock();
        one();
        return clock() - begun;
      }),
    ),
  );

console.log(`each at once within ${limit} ms`);
for (const [name, pieces] of cases) {
  const longest = worst(pieces);
  console.log(`${longest <= limit ? ' ' : '!'} ${longest.toFixed(0).padStart(4)} ms  ${name}`);
}

const kinds = [text, long, exampleField('number'), exampleField('date'), select];
const wide = formOf(
  times(1000, (at) => examplePlace(at + 1, { ...(kinds[at % 5] as typeof text) }, { is_required: true })),
  cases.length > 0 ? times(200, (at) => when([{ field_name: String(at + 1), op: 'EMPTY' }], [hide(at + 2)])) : [],
  calculations,
);
const samples = ['x'.repeat(250), 'y'.repeat(3500), 7, '2026-03-14', options.slice(0, 60).map(({ value }) => value)];
const body = Object.fromEntries(times(1000, (at) => [at + 1, samples[at % 5]]));
const steps = times(3, () => {
  const fresh = structuredClone(wide);
  const evaluating = evaluation(fresh, { given: body, saved: null, context });
  let [longest, all, last] = [0, 0, clock()];
  for (let isDone = false; !isDone; last = clock()) {
    isDone = evaluating.next().done === true;
    longest = Math.max(longest, clock() - last);
    all += clock() - last;
  }
  return { longest, all };
});
const longest = Math.max(...steps.map((one) => one.longest));
const all = Math.max(...steps.map((one) => one.all));
console.log(
  `${longest <= limit ? ' ' : '!'} ${longest.toFixed(0).padStart(4)} ms  the longest step of a whole form: 1,000 fields, ${JSON.stringify(body).length.toLocaleString('en-US')} characters of answers (${all.toFixed(0)} ms in all)`,
);
