import type { FieldProps } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import type { InputLook } from './input.tsx';
import css from './number-field.module.css';
import { readNumber } from './numbers.ts';
import { TypedField } from './typed-field.tsx';
import { useTyped } from './use-typed.ts';

export type NumberFieldProps = FieldProps &
  Pick<InputLook, 'lead' | 'end'> & {
    value: number | null;
    /** Told the number at each key, and what is wrong with text that is no number (the value is null then). */
    onChange: (value: number | null, problem: string | null) => void;
    onBlur?: () => void;
    /** Whole numbers only: chooses the keyboard of a phone. */
    whole?: boolean;
    placeholder?: string;
  };

/** A number, in a plain text box: neither the wheel nor the arrow keys change it by accident. */
export function NumberField({ value, onChange, onBlur, whole, lead, end, placeholder, ...props }: NumberFieldProps) {
  const typed = useTyped({ value, read: readNumber, write: String, onChange });
  const { field } = fieldParts(props);
  return (
    <TypedField
      field={field}
      typed={typed}
      className={css.box}
      onBlur={onBlur}
      lead={lead}
      end={end}
      placeholder={placeholder}
      inputMode={whole ? 'numeric' : 'decimal'}
    />
  );
}
