import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '#forms/answers/evaluate.ts';
import { checkAnswer } from '#forms/definition/answer.ts';
import type { FormDefinition, FormField } from '#forms/definition/form-definition.ts';
import { anyAnswers, anyForm, livelyAnswers, livelyForm } from '#forms/logic/testing.ts';
import { exampleContext } from '#forms/testing.ts';
import { createFilling, type Filling } from './filling.ts';

type Answers = Record<string, unknown>;

/** Of some answers those that the fields of the form take. */
const acceptable = (form: FormDefinition, answers: Answers): Answers => {
  const onForm = form.form_fields.flatMap(({ field_id: id }) => (id in answers ? [[id, answers[id]]] : []));
  const { issues } = evaluate(
    { ...form, logic: [] },
    { given: Object.fromEntries(onForm), saved: {}, context: exampleContext },
  );
  const refused = new Set(issues.map(({ path }) => path));
  return Object.fromEntries(onForm.filter(([id]) => !refused.has(`answers.${id}`)));
};

/** Shown answers as they would be stored. */
const checked = (form: FormDefinition, shown: [string, unknown][], saved: Answers | null): [string, unknown][] =>
  shown.flatMap(([id, value]) => {
    const entry = form.form_fields.find(({ field_id }) => String(field_id) === id)!;
    const found = checkAnswer(entry, value, { stored: saved?.[id], today: exampleContext.today });
    return found.value === undefined ? (found.message ? [[id, value]] : []) : [[id, found.value]];
  });

/** Fills in a form answer by answer, sends it, and compares what the server makes of it with what the screen shows. */
const compare = (form: FormDefinition, saved: Answers | null, typed: (readonly [number, unknown])[]) => {
  const filling = createFilling(form, saved, () => exampleContext);
  for (const [id, value] of typed) {
    const { hidden, locked, heldBy } = filling.questionState(id).state;
    // Nobody types where there is no open input.
    if (hidden || locked || heldBy !== null) continue;
    filling.set(form.form_fields.find(({ field_id }) => field_id === id) as FormField, value);
  }
  fc.pre(!filling.overview().problem);
  const { answers } = JSON.parse(JSON.stringify(filling.sent())) as ReturnType<Filling['sent']>;
  const given = Object.fromEntries(answers.map(({ field_id, value }) => [field_id, value]));
  const standing = answers.filter(({ settled }) => settled).map(({ field_id }) => field_id);
  const server = evaluate(form, { given, saved, context: exampleContext, standing: new Set(standing) });
  const refused = new Set(server.issues.map(({ path }) => path));
  expect(refused).not.toContain('base');
  expect([...server.visibleFields]).toEqual(filling.overview().visibleFields.map(({ field_id }) => field_id));
  const accepted = (entries: [string, unknown][]) =>
    Object.fromEntries(entries.filter(([id, value]) => !refused.has(`answers.${id}`) && String(value ?? '') !== ''));
  const screen = checked(form, Object.entries(filling.values()), saved);
  expect(accepted(Object.entries(server.answers))).toEqual(accepted(screen));
};

test('the server comes to the answers that the screen shows, whatever was typed before', () => {
  fc.assert(
    fc.property(anyForm, fc.option(anyAnswers), fc.array(anyAnswers, { maxLength: 3 }), (form, begun, typed) => {
      const saved =
        begun && evaluate(form, { given: acceptable(form, begun), saved: null, context: exampleContext }).answers;
      const given = typed.flatMap((answers) => Object.entries(acceptable(form, answers)));
      compare(
        form,
        saved,
        given.map(([id, value]) => [Number(id), value]),
      );
    }),
    { numRuns: Number(process.env.RUNS ?? 500) },
  );
}, 300_000);

test('and whatever rules filled in, kept and emptied meanwhile', () => {
  fc.assert(
    fc.property(livelyForm, fc.option(livelyAnswers), livelyAnswers, (form, begun, typed) => {
      const saved =
        begun && evaluate(form, { given: Object.fromEntries(begun), saved: null, context: exampleContext }).answers;
      compare(form, saved, typed);
    }),
    { numRuns: Number(process.env.RUNS ?? 3000) },
  );
}, 300_000);
