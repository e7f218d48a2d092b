import { askForTime, formatTime, readTime, type TimeFormat } from '#forms/calendar.ts';
import { TypedField } from '#web/ui/typed-field.tsx';
import { type ParseResult, useTyped } from '#web/ui/use-typed.ts';
import { type AnswerInputProps, unreadable } from './answer-props.ts';
import css from './time-input.module.css';

/** A time of day that is typed: 9, 9am, 09:00 AM, 17:00. */
export const TimeInput = ({ field, frame, value, onChange }: AnswerInputProps) => {
  const format: TimeFormat = field.metadata.format === '12-hour' ? '12-hour' : '24-hour';
  const read = (text: string): ParseResult<string> => {
    if (text.trim() === '') return { value: null };
    const time = readTime(text);
    return time ? { value: time } : { value: null, problem: askForTime(format) };
  };
  const typed = useTyped({
    value: typeof value === 'string' && value ? value : null,
    read,
    write: (time) => formatTime(time, format),
    onChange: (time, problem) => onChange(problem ? unreadable : time),
  });
  return (
    <TypedField
      field={frame}
      typed={typed}
      className={css.box}
      placeholder={format === '12-hour' ? 'HH:MM AM' : 'HH:MM'}
    />
  );
};
