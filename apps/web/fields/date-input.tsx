import { DateField } from '#web/ui/date-field.tsx';
import { type AnswerInputProps, unreadable } from './answer-props.ts';

const dateOf = (value: unknown) => (typeof value === 'string' && value ? value : null);

export const DateInput = ({ field, frame, value, onChange }: AnswerInputProps) => (
  <DateField
    {...frame}
    value={dateOf(value)}
    onChange={(date, problem) => onChange(problem ? unreadable : date)}
    min={dateOf(field.metadata.min) ?? undefined}
    max={dateOf(field.metadata.max) ?? undefined}
  />
);
