import { asDateLimit } from '#forms/field-types/date.ts';
import { unreadable } from '#web/fields/answer-props.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldFrame, type FieldProps } from '#web/ui/field-frame.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import css from './date-limit-field.module.css';

const kinds = [
  { value: 'today', label: 'Today' },
  { value: 'specific', label: 'A date' },
  { value: 'diff', label: 'Days from today' },
];

/** The first or the last day that may be answered: any, today, a date, or so many days from today. Any is null. */
export const DateLimitField = ({
  value,
  onChange,
  ...field
}: FieldProps & {
  /** A limit as fields and forms write it; its value is null while it is not chosen yet. */
  value: unknown;
  onChange: (limit: unknown) => void;
}) => {
  const { type, value: at } = asDateLimit(value);
  const disabled = Boolean(field.disabled);
  return (
    <FieldFrame field={field} group="group">
      {() => (
        <div className={css.limit}>
          <SelectField
            label={field.label}
            labelHidden
            clearable
            disabled={disabled}
            placeholder="Any date"
            options={kinds}
            value={typeof type === 'string' ? type : null}
            onChange={(kind) => onChange(kind && (kind === 'today' ? { type: kind } : { type: kind, value: null }))}
          />
          {type === 'specific' && (
            <DateField
              label={`${field.label}, date`}
              labelHidden
              disabled={disabled}
              value={typeof at === 'string' ? at : null}
              onChange={(date, problem) => onChange({ type, value: problem ? unreadable : date })}
            />
          )}
          {type === 'diff' && (
            <NumberField
              label={`${field.label}, days from today`}
              labelHidden
              disabled={disabled}
              whole
              placeholder="-7 is a week ago"
              end={<span>days</span>}
              value={typeof at === 'number' ? at : null}
              onChange={(days, problem) => onChange({ type, value: problem ? unreadable : days })}
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
};
