import type { Field } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';

/** What is wrong with an answer, as it stands under its question: what is named there is not named again. */
export const beside = (field: Field, message: string | null): string | null => {
  if (message === null) return null;
  const type = fieldType(field.field_type);
  return message === type.ask(field) ? type.askHere(field) : message;
};

/** "Enter 5 or more" after a colon is "enter 5 or more", "PNG files only" stays. */
const goingOn = (sentence: string) =>
  /^\p{Lu}\p{Ll}/u.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;

/**
 * The same in the summary of errors, where it names the question: "Note: use at least 10 characters", "Answer: Why the
 * program ends". @param error as it stands under the question
 */
export const inSummaryOf = (field: Field, error: string): string => {
  const { name, field_type } = field;
  const type = fieldType(field_type);
  if (error === type.askHere(field))
    return field_type === 'checkbox' && type.fulfils(false, field) === false ? `${error}: ${name}` : `Answer: ${name}`;
  return /\p{P}$/u.test(name) ? `${name} ${error}` : `${name}: ${goingOn(error)}`;
};
