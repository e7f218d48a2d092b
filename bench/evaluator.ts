// How long the rules of a form take after one change, in Node: node bench/evaluator.ts
import { evaluate } from '#forms/answers/evaluate.ts';
import type { Calculation } from '#forms/definition/calculation.ts';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { settle } from '#forms/logic/settle.ts';
import { exampleContext, exampleField, examplePlace } from '#forms/testing.ts';
import { calculationsOf, fieldCount, kindOf, rulesOf } from './big-form.ts';

const limit = 4;
const ids = Array.from({ length: fieldCount }, (_, place) => place + 1);

const form: FormDefinition = {
  id: 1,
  name: 'Big',
  form_fields: ids.map((id) => examplePlace(id, exampleField(kindOf(id - 1)), { is_required: id % 2 === 0 })),
  logic: rulesOf(ids),
  calculations: calculationsOf(ids).map(
    (one, position): Calculation => ({
      ...one,
      id: position + 1,
      position,
      calculation_subtype: null,
      display_unit: null,
      variables: one.variables.map((variable) => ({ ...variable, parameter_type: null, value: null })),
      formatter: {},
    }),
  ),
};

const answerTo = (id: number): unknown => {
  const samples = { 'freeform-short': 'Ana', 'freeform-long': 'Long text', number: id, date: '2026-03-14' };
  const kind = kindOf(id - 1);
  return kind === 'select-one' ? 'r' : kind === 'select-many' ? ['r', 'g'] : samples[kind as keyof typeof samples];
};
const answers = Object.fromEntries(ids.map((id) => [id, answerTo(id)]));

/** What this thread has worked, in milliseconds, however busy the machine is. */
const clock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const timed = (name: string, work: (turn: number) => unknown, count = 2000): void => {
  for (let turn = 0; turn < count / 5; turn++) work(turn);
  const times = Array.from({ length: count }, (_, turn) => {
    const begun = clock();
    work(turn);
    return clock() - begun;
  }).sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(part * (times.length - 1))]!.toFixed(2);
  console.log(`${name}: median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms, slowest ${at(1)} ms`);
};

/** The answers after a change of one number, so that rules and calculations have something to do. */
const changed = (turn: number) => ({ ...answers, 3: turn % 20, 9: turn % 7 });

console.log(
  `${fieldCount} fields, ${form.logic.length} rules, ${form.calculations.length} calculations, limit ${limit} ms`,
);
timed('the rules, as at each key', (turn) =>
  settle(form, { answers: changed(turn), stored: {}, context: exampleContext }),
);
timed('the rules and all checks, as when it is saved', (turn) =>
  evaluate(form, { given: changed(turn), saved: {}, context: exampleContext }),
);

/** The most rules and conditions that a form may have, in a chain of which each round settles one link. */
const chained: FormDefinition = {
  ...form,
  form_fields: [...form.form_fields],
  logic: ids.slice(0, 200).map((id) => ({
    name: `Link ${id}`,
    condition: {
      and: Array.from({ length: 25 }, () => ({
        scope: 'form' as const,
        conditions: { and: [{ field_name: String(201 - id), op: 'NEMPTY' as const }] },
      })),
    },
    actions: [{ type: 'show' as const, field_id: 202 - id }],
  })),
};
timed(
  '200 rules in a chain, backwards',
  (turn) => settle(chained, { answers: changed(turn), stored: {}, context: exampleContext }),
  200,
);

/** As many rules that all contradict each other. */
const contradicting: FormDefinition = {
  ...chained,
  form_fields: [...form.form_fields],
  logic: chained.logic.map((rule) => ({
    ...rule,
    condition: {
      and: Array.from({ length: 25 }, () => ({
        scope: 'form' as const,
        conditions: { and: [{ field_name: '1', op: 'EMPTY' as const }] },
      })),
    },
    actions: [{ type: 'set' as const, field_id: 1, payload: { value: 'x' } }],
  })),
};
const blank = { ...answers, 1: null };
timed(
  '200 rules that contradict each other',
  () => settle(contradicting, { answers: blank, stored: {}, context: exampleContext }),
  200,
);
