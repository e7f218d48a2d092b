import { askForTime, formatTime, readTime } from '#forms/calendar.ts';
import type { FieldProps } from '#web/ui/field-frame.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type ParseResult, useTyped } from '#web/ui/use-typed.ts';

const read = (text: string): ParseResult<string> => {
  if (text.trim() === '') return { value: null };
  const time = readTime(text);
  return time ? { value: time } : { value: null, problem: askForTime() };
};

/** A time of day that is typed: 9, 9am, 17:00. The value is `HH:mm`; null also while the text is no time. */
export const TimeField = ({
  value,
  onChange,
  ...frame
}: FieldProps & { value: string | null; onChange: (value: string | null) => void }) => {
  const typed = useTyped({ value, read, write: formatTime, onChange });
  return (
    <TextField
      {...frame}
      error={frame.error ?? typed.problem}
      placeholder="HH:MM"
      autoComplete="off"
      value={typed.text}
      onChange={typed.type}
      onBlur={typed.leave}
    />
  );
};
