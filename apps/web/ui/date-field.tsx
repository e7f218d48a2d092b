import { IconCalendar } from '@tabler/icons-react';
import { useRef } from 'react';
import { IconButton } from './button.tsx';
import css from './date-field.module.css';
import { formatDate, readDate } from './dates.ts';
import type { FieldProps } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import { useSay } from './say.ts';
import { TypedField } from './typed-field.tsx';
import { useTyped } from './use-typed.ts';

export type DateFieldProps = FieldProps & {
  /** YYYY-MM-DD, or null. */
  value: string | null;
  /** Told the date at each key, and what is wrong with text that is no date (the value is null then; refuse to save). */
  onChange: (value: string | null, problem: string | null) => void;
  onBlur?: () => void;
  /** A date that lies in the past, as a date of birth: decides what two digits of a year mean. */
  past?: boolean;
  min?: string;
  max?: string;
  autoComplete?: string;
  /** A few letters in the box, after the date: the age. */
  unit?: string;
};

/** A calendar date: typed first (3/4/85, 03-04-1985, 1985-03-04), the browser's picker second. */
export function DateField({ value, onChange, onBlur, past, min, max, autoComplete, unit, ...props }: DateFieldProps) {
  const say = useSay();
  const native = useRef<HTMLInputElement>(null);
  const read = (text: string) => readDate(text, { past });
  const typed = useTyped({ value, read, write: formatDate, onChange });
  const { field } = fieldParts(props);
  const fixed = Boolean(field.locked || field.disabled);
  return (
    <TypedField
      field={field}
      typed={typed}
      className={css.box}
      onBlur={onBlur}
      inputMode="numeric"
      placeholder={say('MM/DD/YYYY')}
      autoComplete={autoComplete ?? 'off'}
      end={
        (unit || !fixed) && (
          <>
            {unit && <span>{unit}</span>}
            {!fixed && (
              <IconButton
                size="small"
                label={say('Choose {0}', field.label)}
                icon={IconCalendar}
                onClick={() => native.current?.showPicker()}
              />
            )}
          </>
        )
      }
    >
      <input
        ref={native}
        className={css.native}
        type="date"
        tabIndex={-1}
        aria-hidden
        disabled={fixed}
        min={min}
        max={max}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null, null)}
      />
    </TypedField>
  );
}
