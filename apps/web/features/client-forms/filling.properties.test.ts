import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '#forms/answers/evaluate.ts';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { anyAnswers, anyForm } from '#forms/logic/testing.ts';
import { exampleContext } from '#forms/testing.ts';
import { createFilling } from './filling.ts';

type Answers = Record<string, unknown>;

/** Of some answers those that the fields of the form take. */
const acceptable = (form: FormDefinition, answers: Answers): Answers => {
  const onForm = form.form_fields.flatMap(({ field_id: id }) => (id in answers ? [[id, answers[id]]] : []));
  const { issues } = evaluate({ ...form, logic: [] }, Object.fromEntries(onForm), {}, exampleContext);
  const refused = new Set(issues.map(({ path }) => path));
  return Object.fromEntries(onForm.filter(([id]) => !refused.has(`answers.${id}`)));
};

test('the server comes to the answers that the screen shows, whatever was typed before', () => {
  fc.assert(
    fc.property(anyForm, anyAnswers, anyAnswers, (form, one, other) => {
      const [first, then] = [acceptable(form, one), acceptable(form, other)];
      const filling = createFilling(form, {}, () => exampleContext);
      for (const [id, value] of [...Object.entries(first), ...Object.entries(then)])
        filling.set(form.form_fields[Number(id)]!, value);
      fc.pre(!filling.overview().contradicts);
      const sent = filling.sent().answers.map(({ field_id, value }) => [field_id, value]);
      const server = evaluate(form, JSON.parse(JSON.stringify(Object.fromEntries(sent))), {}, exampleContext);
      const screen = evaluate(form, { ...first, ...then }, {}, exampleContext);
      expect(JSON.stringify(server.answers)).toBe(JSON.stringify(screen.answers));
      expect([...server.shown]).toEqual(filling.overview().shown.map(({ field_id }) => field_id));
    }),
    { numRuns: 500 },
  );
}, 60_000);
