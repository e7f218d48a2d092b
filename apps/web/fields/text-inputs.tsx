import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import type { AnswerInputProps } from './answer-props.ts';
import { isNumeric, laidInMask } from './masks.ts';

/** A read-only text longer than this is shown in full, on several lines. */
const maxLine = 80;

/** A text answer; anything else is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const ShortTextInput = ({ field, frame, value, onChange }: AnswerInputProps) => {
  const text = textOf(value);
  const mask = typeof field.metadata.mask === 'string' ? field.metadata.mask : undefined;
  if (frame.locked && text.length > maxLine) return <TextareaField {...frame} value={text} onChange={onChange} />;
  const tidy = () => mask && text && !frame.locked && onChange(laidInMask(text, mask));
  return (
    <TextField
      {...frame}
      value={text}
      onChange={onChange}
      onBlur={tidy}
      autoComplete="off"
      placeholder={mask?.replaceAll(/[9a*]/g, '_')}
      inputMode={mask && isNumeric(mask) ? 'numeric' : undefined}
    />
  );
};

export const EmailInput = ({ frame, value, onChange }: AnswerInputProps) => (
  <TextField
    {...frame}
    type="email"
    inputMode="email"
    autoComplete="off"
    maxLength={255}
    value={textOf(value)}
    onChange={onChange}
  />
);

export const LongTextInput = ({ frame, value, onChange }: AnswerInputProps) => (
  <TextareaField {...frame} value={textOf(value)} onChange={onChange} />
);
