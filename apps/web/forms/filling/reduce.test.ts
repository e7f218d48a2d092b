import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '#forms/answers/evaluate.ts';
import { livelyAnswers, livelyForm } from '#forms/logic/testing.ts';
import { exampleContext } from '#forms/testing.ts';
import { begin, type FillingEvent, reduce } from './reduce.ts';

const refuse = () => {
  throw new Error('A state is never changed');
};

/** Makes every change of a value, and of what it holds, throw. */
const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map || value instanceof Set) {
    for (const one of value) frozen(one);
    Object.assign(value, { set: refuse, add: refuse, delete: refuse, clear: refuse });
  }
  Object.freeze(value);
  for (const one of Object.values(value)) frozen(one);
  return value;
};

test('the same events make the same state, and none changes the state before it', () => {
  fc.assert(
    fc.property(
      livelyForm,
      livelyForm,
      fc.option(livelyAnswers),
      fc.array(fc.tuple(fc.nat({ max: 6 }), livelyAnswers), { maxLength: 6 }),
      (form, other, stored, steps) => {
        const saved =
          stored && evaluate(form, { given: Object.fromEntries(stored), saved: null, context: exampleContext }).answers;
        const start = begin(form, saved, exampleContext);
        const events = steps.flatMap(([kind, answers]): FillingEvent[] => {
          const all = Object.fromEntries(answers);
          const [entry] = form.form_fields;
          switch (kind) {
            case 0:
              return [{ type: 'checked' }];
            case 1:
              return [{ type: 'refused', errors: { 'answers.1': ['Too much'], base: ['Closed'] } }];
            case 2:
              return [
                { type: 'prefilled', answers: answers.map(([field_id, value]) => ({ field_id, value, source: 'A' })) },
              ];
            case 3:
              return [{ type: 'replaced', answers: all, from: saved }, { type: 'saved' }];
            case 4:
              return [
                { type: 'form-changed', form: other },
                { type: 'form-changed', form },
              ];
            default:
              return [
                ...answers.map(([field_id, value]): FillingEvent => ({ type: 'answered', field_id, value })),
                ...(entry ? [{ type: 'left' as const, entry }] : []),
              ];
          }
        });
        const run = () => events.reduce((state, event) => reduce(frozen(state), event, exampleContext), start);
        expect(run()).toEqual(run());
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 300) },
  );
}, 300_000);
