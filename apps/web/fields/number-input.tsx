import { NumberField } from '#web/ui/number-field.tsx';
import { type AnswerInputProps, unreadable } from './answer-props.ts';

const signs: Record<string, string> = { currency: '$', USD: '$', EUR: '€' };

export const NumberInput = ({ field, frame, value, onChange }: AnswerInputProps) => {
  const format = String(field.metadata.format);
  return (
    <NumberField
      {...frame}
      value={typeof value === 'number' ? value : null}
      onChange={(number, problem) => onChange(problem ? unreadable : number)}
      whole={format === 'integer'}
      lead={signs[format]}
    />
  );
};
