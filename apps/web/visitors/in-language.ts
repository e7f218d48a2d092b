import type { FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { inOtherWords } from '#forms/translation/texts.ts';
import type { Filling } from '#web/forms/filling/filling.ts';
import { pathOf } from '#web/forms/filling/state.ts';
import type { useQuestion } from '#web/forms/filling/use-question.ts';
import type { FormError } from '#web/ui/error-summary.tsx';
import { english, type Language } from './language.ts';

/** What is wrong with an answer, in the words of the field in another language. */
const errorIn = ({ field }: FormField, translated: FormField, error: string): string =>
  error === fieldType(field.field_type).askHere(field) ? fieldType(field.field_type).askHere(translated.field) : error;

/** A question of a form in another language. The answers to it are the same. */
export const entryIn = <E extends FormField>(entry: E, { texts }: Language): E => ({
  ...entry,
  field: inOtherWords(entry.field_id, entry.field, texts),
});

/** What the input of a question takes, where the page is in another language: `translated` is the entry in it. */
export const questionIn = (
  question: ReturnType<typeof useQuestion>,
  { entry, translated, language }: { entry: FormField; translated: FormField; language: Language },
) => {
  if (language === english) return question;
  const { say } = language;
  const { error, help, why } = question.frame;
  return {
    ...question,
    frame: {
      ...question.frame,
      error: error && errorIn(entry, translated, error),
      help: help
        ?.split(' · ')
        .map((part) => say(part))
        .join(' · '),
      ...(why ? { why: 'Asked because of other answers' } : {}),
    },
  };
};

/** The summary of errors, by the names of the questions in the language of the page. */
export const errorsIn = (filling: Filling, errors: FormError[], language: Language): FormError[] => {
  if (language === english) return errors;
  const { say } = language;
  return errors.map(({ id, message }) => {
    const entry = filling.entries().find(({ field_id }) => pathOf(field_id) === id);
    const error = entry && filling.questionState(entry.field_id).error;
    if (!entry || !error) return { ...(id ? { id } : {}), message: say(message) };
    const translated = entryIn(entry, language);
    // Kept together, whichever way it is written itself.
    const name = language.direction === 'rtl' ? `\u2068${translated.field.name}\u2069` : translated.field.name;
    const isTick = entry.field.field_type === 'checkbox';
    const isMissing = !isTick && error === fieldType(entry.field.field_type).askHere(entry.field);
    const said = isMissing ? say('Answer: {0}', name) : say('{0}: {1}', name, say(errorIn(entry, translated, error)));
    return { ...(id ? { id } : {}), message: said };
  });
};
