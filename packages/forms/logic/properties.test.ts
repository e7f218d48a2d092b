import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../answers/evaluate.ts';
import type { Rule } from '../definition/rule.ts';
import { exampleContext } from '../testing.ts';
import { settle } from './settle.ts';
import { anyAnswers, anyForm } from './testing.ts';

/** How often each is tried: RUNS=10000 for a long look. */
const numRuns = Number(process.env.RUNS ?? 1500);
const minute = 60_000;

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const comparable = ({ answers, issues, visibleFields, calculations }: ReturnType<typeof evaluate>) =>
  JSON.stringify([answers, issues, [...visibleFields], [...calculations]]);
const onForm = (form: { form_fields: { field_id: number }[] }, answers: Record<string, unknown>) =>
  Object.fromEntries(form.form_fields.flatMap(({ field_id: id }) => (id in answers ? [[id, answers[id]]] : [])));

test(
  'whatever the form and the answers are, it ends, throws nothing, and words each issue',
  () => {
    fc.assert(
      fc.property(anyForm, anyAnswers, fc.option(anyAnswers), (form, given, stored) => {
        const { issues } = evaluate(form, { given, saved: stored, context: exampleContext });
        expect(issues.filter(({ message }) => !/^[A-Z].{5,}/.test(message))).toEqual([]);
      }),
      { numRuns },
    );
  },
  5 * minute,
);

test(
  'two machines come to the same, the form and the answers sent from one to the other',
  () => {
    fc.assert(
      fc.property(anyForm, anyAnswers, fc.option(anyAnswers), (form, given, stored) => {
        const here = evaluate(form, { given, saved: stored, context: exampleContext });
        const there = evaluate(throughJson(form), {
          given: throughJson(given),
          saved: throughJson(stored),
          context: exampleContext,
        });
        expect(comparable(there)).toBe(comparable(here));
      }),
      { numRuns },
    );
  },
  5 * minute,
);

/** Whether a rule sets what it looks at: a default that it sets where nothing is ends its own condition (R47a). */
const endsItself = ({ condition, actions }: Rule): boolean => {
  const read = JSON.stringify(condition);
  return actions.some(({ type, field_id }) => type === 'set' && read.includes(`"field_name":"${field_id}"`));
};

test(
  'what was accepted is accepted again, and stays as it is',
  () => {
    fc.assert(
      fc.property(anyForm, anyAnswers, (form, given) => {
        const tried = evaluate(form, { given: onForm(form, given), saved: null, context: exampleContext });
        const refused = new Set(tried.issues.map(({ path }) => path.replace('answers.', '')));
        const accepted = Object.entries(onForm(form, given)).filter(([id]) => !refused.has(id));
        const relaxed = { ...form, form_fields: form.form_fields.map((one) => ({ ...one, is_required: false })) };
        const once = evaluate(relaxed, { given: Object.fromEntries(accepted), saved: null, context: exampleContext });
        fc.pre(once.issues.length === 0 && !form.logic.some(endsItself));
        const again = evaluate(relaxed, { given: {}, saved: once.answers, context: exampleContext });
        expect(again).toEqual(once);
      }),
      { numRuns },
    );
  },
  5 * minute,
);

test(
  'nothing that is hidden counts, and nothing that is locked changes',
  () => {
    fc.assert(
      fc.property(anyForm, anyAnswers, anyAnswers, (form, given, stored) => {
        const { answers, states, problem } = settle(form, { answers: given, stored, context: exampleContext });
        fc.pre(!problem);
        for (const [id, { hidden, locked, heldBy }] of states) {
          if (hidden) expect(answers[id]).toBeUndefined();
          else if (locked && heldBy === null && form.form_fields[id]?.field.field_type !== 'autopopulate')
            expect(answers[id] ?? null).toEqual(answers[id] === undefined ? null : stored[id]);
        }
      }),
      { numRuns },
    );
  },
  5 * minute,
);
