import { displayUnits, intervalUnits } from '#forms/definition/calculation.ts';
import { relativeWords, subtypeNames, unitNames } from '#forms/words/calculation-words.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import css from './calculations.module.css';
import { type CalculatedForm, keyOf, type Operand, operandAt, type Second, type Span } from './draft.ts';
import { operandOptions } from './equation-field.tsx';
import { ViewTabs } from './tabs.tsx';

const subtypes = (['time_since', 'time_between', 'time_from'] as const).map((value) => ({
  value,
  label: subtypeNames[value],
}));

/** The choice that opens an amount of time; no record has its key. */
const anInterval = 'interval';

type SpanFieldProps = {
  type: 'date' | 'time';
  form: CalculatedForm;
  id: number | undefined;
  error: (path: string) => string | null;
};

/** A calculation with dates or times of day, as a sentence with its parts to choose. */
export const SpanFields = ({
  span,
  onChange,
  ...editing
}: SpanFieldProps & { span: Span; onChange: (span: Span) => void }) => {
  const { type, form, id, error } = editing;
  const { subtype, first, end, added, unit } = span;
  const set = (changes: Partial<Span>) => onChange({ ...span, ...changes });
  const start = (label: string) => (
    <OperandSelect
      id="variables.0.record_id"
      label={label}
      options={operandOptions(form, type, id)}
      value={first}
      onChange={(operand) => set({ first: operand })}
      error={error('variables.0.record_id')}
    />
  );
  return (
    <ViewTabs label="Kind of calculation" tabs={subtypes} value={subtype} onChange={(next) => set({ subtype: next })}>
      <div className={css.part}>
        {subtype === 'time_since' && (
          <>
            <div className={css.pair}>{start('Since')}</div>
            <p className={css.hint}>
              {type === 'date'
                ? 'Counted up to today, whenever someone views it.'
                : 'Counted up to now, whenever someone views it.'}
            </p>
          </>
        )}
        {subtype === 'time_between' && (
          <div className={css.pair}>
            {start('From')}
            <SecondPart {...editing} label="To" second={end} onChange={(next) => set({ end: next })} />
          </div>
        )}
        {subtype === 'time_from' && (
          <div className={css.pair}>
            {start(type === 'date' ? 'Date' : 'Time')}
            <SecondPart {...editing} label="Plus" isAdded second={added} onChange={(next) => set({ added: next })} />
          </div>
        )}
        {(subtype !== 'time_from' || !added.isInterval) && (
          <div className={css.pair}>
            <SelectField
              id="display_unit"
              label={subtype === 'time_from' ? 'Unit of the number' : 'Show as'}
              options={(subtype === 'time_from' ? intervalUnits[type] : displayUnits[type]).map((value) => ({
                value,
                label: unitNames[value],
              }))}
              value={unit}
              onChange={(next) => next && set({ unit: next as Span['unit'] })}
              error={error('display_unit')}
            />
          </div>
        )}
      </div>
    </ViewTabs>
  );
};

const OperandSelect = ({
  value,
  onChange,
  ...select
}: Omit<Parameters<typeof SelectField>[0], 'value' | 'onChange'> & {
  value: Operand | null;
  onChange: (operand: Operand | null) => void;
}) => (
  <SelectField
    {...select}
    placeholder="Choose a field or a calculation"
    nothing="No fields on this form match"
    value={value && keyOf(value)}
    onChange={(key) => onChange(key === null ? null : operandAt(key))}
  />
);

/** The end of a span, or what is added to its start: a record of the form, or an amount of time. */
const SecondPart = ({
  label,
  isAdded,
  second,
  onChange,
  type,
  form,
  id,
  error,
}: SpanFieldProps & { label: string; isAdded?: boolean; second: Second; onChange: (second: Second) => void }) => {
  const { operand, interval, isInterval } = second;
  const own = isAdded ? 'An amount of time' : type === 'date' ? 'A date relative to today' : 'A time relative to now';
  return (
    <div className={css.part}>
      <SelectField
        id="variables.1.record_id"
        label={label}
        placeholder="Choose a field or a calculation"
        options={[{ value: anInterval, label: own }, ...operandOptions(form, isAdded ? 'numeric' : type, id)]}
        value={isInterval ? anInterval : operand && keyOf(operand)}
        onChange={(key) =>
          key &&
          onChange(
            key === anInterval
              ? { ...second, isInterval: true }
              : { ...second, isInterval: false, operand: operandAt(key) },
          )
        }
        error={error('variables.1.record_id')}
      />
      {isInterval && (
        <>
          <div className={css.interval}>
            <NumberField
              id="variables.1.value.magnitude"
              label="How many"
              value={Number.isNaN(interval.magnitude) ? null : interval.magnitude}
              onChange={(magnitude) =>
                onChange({ ...second, interval: { ...interval, magnitude: magnitude ?? Number.NaN } })
              }
              error={error('variables.1.value.magnitude')}
            />
            <SelectField
              id="variables.1.value.unit"
              label="Unit"
              options={intervalUnits[type].map((value) => ({ value, label: unitNames[value] }))}
              value={interval.unit}
              onChange={(unit) =>
                unit && onChange({ ...second, interval: { ...interval, unit: unit as Second['interval']['unit'] } })
              }
              error={error('variables.1.value.unit')}
            />
          </div>
          <p className={css.hint}>
            {isAdded
              ? 'Use a negative number to subtract.'
              : Number.isNaN(interval.magnitude)
                ? 'Zero is today. Use a negative number for the past.'
                : `That is ${relativeWords(interval, type)}. Use a negative number for the past.`}
          </p>
        </>
      )}
    </div>
  );
};
