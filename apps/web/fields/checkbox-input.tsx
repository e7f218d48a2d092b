import { castBoolean } from '#forms/field-types/checkbox.ts';
import { CheckboxField } from '#web/ui/checkbox.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import type { AnswerInputProps } from './answer-props.ts';

/** With a word for unticked the field asks a question with two answers; without one it asks for a tick. */
export const CheckboxInput = ({ field, frame, value, onChange }: AnswerInputProps) => {
  const { checked_value = 'Yes', unchecked_value } = field.metadata as Record<string, string | undefined>;
  const answer = value === null || value === undefined || value === '' ? null : castBoolean(value);
  if (unchecked_value)
    return (
      <RadioField
        {...frame}
        options={[
          { value: 'true', label: checked_value },
          { value: 'false', label: unchecked_value },
        ]}
        clearable={!frame.required}
        value={answer === null ? null : String(answer)}
        onChange={(next) => onChange(next === null ? null : next === 'true')}
      />
    );
  return (
    <CheckboxField
      {...frame}
      text={field.metadata.checked_value ? checked_value : undefined}
      checked={answer === true}
      onChange={onChange}
    />
  );
};
