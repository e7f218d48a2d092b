import { dayOf } from '#forms/field-types/date.ts';
import { todayIn } from '#web/kit/formats.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { type AnswerInputProps, unreadable } from './answer-props.ts';

export const DateInput = ({ field: { metadata }, frame, value, onChange }: AnswerInputProps) => {
  // The picker's days only: the rules, which know the organization's time zone, decide.
  const today = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <DateField
      {...frame}
      value={typeof value === 'string' && value ? value : null}
      onChange={(date, problem) => onChange(problem ? unreadable : date)}
      min={dayOf(metadata.min, today)}
      max={dayOf(metadata.max, today)}
    />
  );
};
