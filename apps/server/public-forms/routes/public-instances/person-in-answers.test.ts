import { describe, expect, test } from 'vitest';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { personIn } from './person-in-answers.ts';

/** A form whose questions of a name stand for these parts, in this order. */
const asking = (...parts: string[]) =>
  ({
    form_fields: parts.map((client_field, index) => ({
      field_id: index + 1,
      field_type: 'freeform-short',
      settings: { client_field },
      field: { field_type: 'freeform-short', metadata: {}, field_options: [] },
    })),
  }) as unknown as FormDefinition;
const names = (form: FormDefinition, ...answers: string[]) => {
  const given = Object.fromEntries(answers.map((answer, index) => [index + 1, answer]));
  const { first_name, middle_name, last_name } = personIn(form, given);
  return [first_name, middle_name, last_name];
};

describe('the names in answers', () => {
  const both = asking('first_name', 'last_name');
  test.each([
    ['each in its own answer', both, ['Ana Maria', 'Rivera'], ['Ana Maria', null, 'Rivera']],
    ['a whole name with the other left blank', both, ['Ana Maria Rivera', ''], ['Ana', 'Maria', 'Rivera']],
    ['a whole name as last name', both, ['', 'Ana Rivera'], ['Ana', null, 'Rivera']],
    ['a first name alone', both, ['Ana', ''], ['Ana', null, null]],
    ['a last name alone', both, ['', 'Rivera'], [null, null, 'Rivera']],
    ['one answer for all of it', asking('first_name'), ['Ana Rivera'], ['Ana', null, 'Rivera']],
    ['nothing', both, ['', ' '], [null, null, null]],
  ] as const)('%s', (_, form, answers, expected) => {
    expect(names(form, ...answers)).toEqual(expected);
  });
});
