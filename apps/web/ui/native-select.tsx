import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import css from './native-select.module.css';

type Option = { value: string; label: string };

type Choice = { value: string | null; onChange: (value: string | null) => void };

/** One of many options, chosen as the device does it: small to load, and at home on a phone. `blank` stands for none. */
export const NativeSelect = ({
  options,
  blank,
  value,
  onChange,
  ...props
}: FieldProps & Choice & { options: Option[]; blank?: string }) => {
  const { field } = fieldParts(props);
  return (
    <FieldFrame field={field}>
      {({ readOnly, ...control }) => (
        <select
          {...control}
          disabled={control.disabled || readOnly}
          className={css.select}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        >
          <option value="">{blank}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
};
