import type { ComponentType } from 'react';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { AddressInput } from './address-input.tsx';
import type { AnswerInputProps } from './answer-props.ts';
import { AttachmentInput } from './attachment-input.tsx';
import { AutopopulateInput } from './autopopulate-input.tsx';
import { CheckboxInput } from './checkbox-input.tsx';
import { ManyChoicesInput, OneChoiceInput } from './choice-inputs.tsx';
import { DateInput } from './date-input.tsx';
import { HyperlinkInput } from './hyperlink-input.tsx';
import { RefPickerInput, SearchInput } from './lookup-inputs.tsx';
import { NumberInput } from './number-input.tsx';
import { PresentationInput } from './presentation-input.tsx';
import { SignatureInput } from './signature-input.tsx';
import { EmailInput, LongTextInput, ShortTextInput } from './text-inputs.tsx';
import { TimeInput } from './time-input.tsx';

const inputs: Record<FieldTypeName, ComponentType<AnswerInputProps>> = {
  'freeform-short': ShortTextInput,
  'freeform-long': LongTextInput,
  number: NumberInput,
  date: DateInput,
  time: TimeInput,
  'select-one': OneChoiceInput,
  'select-many': ManyChoicesInput,
  checkbox: CheckboxInput,
  email: EmailInput,
  hyperlink: HyperlinkInput,
  address: AddressInput,
  attachment: AttachmentInput,
  signature: SignatureInput,
  presentation: PresentationInput,
  autopopulate: AutopopulateInput,
  search: SearchInput,
  'ref-picker': RefPickerInput,
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
