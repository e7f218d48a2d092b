import type { ComponentType } from 'react';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import type { AnswerInputProps } from './answer-props.ts';
import { AttachmentInput } from './attachment-input.tsx';
import { CheckboxInput } from './checkbox-input.tsx';
import { ManyChoicesInput, OneChoiceInput } from './choice-inputs.tsx';
import { DateInput } from './date-input.tsx';
import { NumberInput } from './number-input.tsx';
import { LongTextInput, ShortTextInput } from './text-inputs.tsx';

const inputs: Record<FieldTypeName, ComponentType<AnswerInputProps>> = {
  'freeform-short': ShortTextInput,
  'freeform-long': LongTextInput,
  number: NumberInput,
  date: DateInput,
  'select-one': OneChoiceInput,
  'select-many': ManyChoicesInput,
  checkbox: CheckboxInput,
  attachment: AttachmentInput,
};

/**
 * The input of a field, by its type: for filling in a form, for its preview, for a public form.
 * @param onLeave called when the focus leaves it, however many controls it has: the answer can be checked
 */
export const AnswerInput = ({ onLeave, ...props }: AnswerInputProps & { onLeave?: () => void }) => {
  const Input = inputs[props.field.field_type];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus goes
    <div onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onLeave?.()}>
      <Input {...props} />
    </div>
  );
};
