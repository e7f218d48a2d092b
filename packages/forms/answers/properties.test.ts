import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SlotValue } from '../field-types/field-type.ts';
import { fieldTypeNames, type Slot } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import { exampleContext, exampleField, exampleForm, examplePlace } from '../testing.ts';
import { evaluate } from './evaluate.ts';

const settings = { minDate: { type: 'diff', value: -20_000 } as const };
const form = exampleForm(
  ...fieldTypeNames.map((name, id) => examplePlace(id, exampleField(name), { is_required: id % 2 === 0, settings })),
  examplePlace(20, exampleField('select-many', { metadata: { allow_other: true } })),
  examplePlace(21, exampleField('freeform-short', { metadata: { capitalization: 'uppercase', mask: '9a*' } })),
  examplePlace(22, exampleField('number', { metadata: { format: 'currency' } })),
  examplePlace(23, exampleField('number', { metadata: { format: 'integer', min: -5 } })),
);

/** Answers that are often nearly right. */
const answer = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom('r', 'g', 'b', '1a2'),
  fc.array(fc.oneof(fc.constantFrom('r', 'g', 'b'), fc.string())),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.record({
    file_id: fc.nat(),
    filename: fc.string(),
    content_type: fc.string(),
    size: fc.nat(),
    url: fc.webUrl(),
  }),
);
const key = fc.oneof(fc.nat({ max: 25 }).map(String), fc.string());
const answers = fc.dictionary(key, answer, { maxKeys: 20 });

const fits: Record<Slot, (value: SlotValue) => boolean> = {
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => typeof value === 'string' && new Date(value).toISOString() === value,
  number: (value) => Number.isFinite(value),
  text: (value) => typeof value === 'string',
  text_array: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

/** The answers that evaluate lets through: the given ones without those that have issues. */
const accepted = (given: Record<string, unknown>) => {
  const { answers, issues } = evaluate(form, { given, saved: {}, context: exampleContext });
  const refused = new Set(issues.map((issue) => issue.path));
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !refused.has(`answers.${id}`)));
};

test('evaluate never throws, and words each issue', () => {
  fc.assert(
    fc.property(answers, answers, (given, stored) => {
      const { issues } = evaluate(form, { given, saved: stored, context: exampleContext });
      expect(issues.filter(({ message }) => !/^[A-Z].{5,}/.test(message) || /invalid/i.test(message))).toEqual([]);
    }),
  );
});

test('evaluate leaves alone what it has accepted', () => {
  fc.assert(
    fc.property(answers, (given) => {
      const once = accepted(given);
      expect(accepted(once)).toEqual(once);
    }),
  );
});

test('an accepted answer survives JSON, can be shown, and fits its slot', () => {
  fc.assert(
    fc.property(answers, (given) => {
      const stored = accepted(given);
      expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
      expect(JSON.stringify(stored)).not.toMatch(/\\u0000|\\ud[89a-f]/);
      for (const { field_id, field } of form.form_fields) {
        const { isBlank, text, slot, slotValue } = fieldType(field.field_type);
        const value = stored[field_id];
        if (isBlank(value)) continue;
        expect(typeof text(value, field)).toBe('string');
        const held = slot && slotValue(value);
        if (slot && held !== null) expect(fits[slot](held)).toBe(true);
      }
    }),
  );
});
