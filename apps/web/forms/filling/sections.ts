import type { FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { Filling } from './filling.ts';
import { pathOf } from './state.ts';

/** The questions of a form between one presentation and the next. */
export type FormSection = {
  /** Of the element that it begins with. */
  id: string;
  title: string;
  questions: FormField[];
};

/** Whether an entry asks for an answer; a presentation is only read. */
export const isAnswerable = ({ field }: FormField): boolean => fieldType(field.field_type).isAnswerable;

/**
 * The sections that presentations open, without those that ask nothing.
 * @param fields the fields that show, in their order
 * @returns none for a form without presentations
 */
export const sectionsOf = (fields: readonly FormField[]): FormSection[] => {
  if (fields.every(isAnswerable)) return [];
  const sections: FormSection[] = [];
  for (const entry of fields) {
    const opens = !isAnswerable(entry);
    if (opens || sections.length === 0)
      sections.push({
        id: pathOf(entry.field_id),
        title: opens ? entry.field.name : 'First questions',
        questions: [],
      });
    if (!opens) sections.at(-1)!.questions.push(entry);
  }
  return sections.filter(({ questions }) => questions.length > 0);
};

/** How far some questions are: something to mend, all that is needed answered, or neither. */
export type Progress = { state: 'open' | 'done' | 'problem'; toFix: number };

/** How far questions are as they stand: done when something is answered and no required answer is missing. */
export const progressOf = (filling: Filling, questions: readonly FormField[]): Progress => {
  const toFix = questions.filter(({ field_id }) => filling.questionState(field_id).error !== null).length;
  if (toFix > 0) return { state: 'problem', toFix };
  const isAnswered = ({ field_id, field }: FormField) =>
    !fieldType(field.field_type).isBlank(filling.questionState(field_id).value);
  const isDone = questions.some(isAnswered) && !questions.some(({ field_id }) => filling.isMissing(field_id));
  return { state: isDone ? 'done' : 'open', toFix };
};
