import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import css from './choice.module.css';
import { FieldFrame, type FieldProps, OptionalMark } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import hidden from './visually-hidden.module.css';

type CheckboxProps = {
  /** `mixed` when some of what it stands for is on. */
  checked: boolean | 'mixed';
  onChange: (checked: boolean) => void;
};

function Box({ checked, onChange, ...rest }: Omit<ComponentProps<'input'>, 'checked' | 'onChange'> & CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.indeterminate = checked === 'mixed';
  }, [checked]);
  return (
    <input
      {...rest}
      ref={box}
      type="checkbox"
      className={css.box}
      checked={checked === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** A checkbox whose name is read but not seen, filling a cell of a table: "Read People". */
export function CellCheckbox({ label, ...rest }: CheckboxProps & { label: string; disabled?: boolean }) {
  const id = useId();
  return (
    <label className={css.cell} htmlFor={id}>
      <span className={hidden.text}>{label}</span>
      <Box {...rest} id={id} />
    </label>
  );
}

/** A checkbox with its words beside it. */
export function Checkbox({ children, ...rest }: CheckboxProps & { children: ReactNode; disabled?: boolean }) {
  const id = useId();
  return (
    <label className={css.line} htmlFor={id}>
      <Box {...rest} id={id} />
      <span>{children}</span>
    </label>
  );
}

/** A question that is answered with one tick. `label` is the question, `text` the words beside the box (else the label). */
export function CheckboxField({
  checked,
  onChange,
  text,
  ...props
}: FieldProps & CheckboxProps & { text?: ReactNode }) {
  const { field } = fieldParts(props);
  return (
    <FieldFrame field={{ ...field, labelHidden: !text }}>
      {(control, labelId) => (
        <label className={css.line} htmlFor={control.id}>
          <Box
            id={control.id}
            aria-labelledby={labelId}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
            aria-required={control['aria-required']}
            disabled={field.disabled || Boolean(field.locked)}
            checked={checked}
            onChange={onChange}
          />
          {text ? (
            <span>{text}</span>
          ) : (
            <span>
              <span data-question={field.size === 'question' || undefined}>{field.label}</span>{' '}
              {field.optional && <OptionalMark />}
            </span>
          )}
        </label>
      )}
    </FieldFrame>
  );
}

/** Something that is on or off, with its words beside it: "Active". */
export function Switch({
  label,
  note,
  checked,
  onChange,
  disabled,
}: {
  label: string;
  /** A few muted words after the label. */
  note?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <label className={css.line} data-switch>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
        role="switch"
        className={css.switch}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label} {note && <span className={css.note}>{note}</span>}
      </span>
    </label>
  );
}
