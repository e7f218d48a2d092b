import { displayCalculation } from '#forms/calculations/show.ts';
import { dateFormats, formatTime, timeFormats } from '#forms/calendar.ts';
import type { Formatter } from '#forms/definition/calculation.ts';
import { useClock } from '#web/forms/use-clock.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import css from './calculations.module.css';
import { type CalculationValues, resultOf } from './draft.ts';

const numbers = [
  { value: 'float', label: 'Number with decimals' },
  { value: 'integer', label: 'Whole number' },
  { value: 'currency', label: 'Currency' },
];
const currencies = [
  { value: '$', label: '$' },
  { value: '€', label: '€' },
];
const clocks = timeFormats.map((value) => ({
  value,
  label: `${value === '24-hour' ? '24 hours' : '12 hours'}, like ${formatTime('17:00', value)}`,
}));
const timeParts = [
  { value: 'time', label: 'Hours and minutes' },
  { value: 'hour', label: 'Hour only' },
];

/** How the result of a calculation is written. */
export const FormatFields = ({
  values,
  onChange,
  error,
}: {
  values: CalculationValues;
  onChange: (formatter: Formatter) => void;
  error: (path: string) => string | null;
}) => {
  const { formatter } = values;
  const { today } = useClock();
  const set = (changes: Formatter) => onChange({ ...formatter, ...changes });
  const result = resultOf(values);
  const pick = <K extends 'format' | 'currency' | 'output' | 'timestamp'>(
    key: K,
    {
      label,
      options,
      otherwise,
    }: { label: string; options: { value: string; label: string }[]; otherwise: NonNullable<Formatter[K]> },
  ) => (
    <SelectField
      id={`formatter.${key}`}
      label={label}
      options={options}
      value={formatter[key] ?? otherwise}
      onChange={(value) => value && set({ [key]: value as Formatter[K] })}
      error={error(`formatter.${key}`)}
    />
  );
  const decimals = (help: string) => (
    <NumberField
      id="formatter.precision"
      label="Decimals"
      optional
      whole
      help={help}
      value={formatter.precision ?? null}
      onChange={(precision) => set({ precision })}
      error={error('formatter.precision')}
    />
  );
  return (
    <div className={css.formats}>
      {result === 'number' && (
        <>
          {pick('format', { label: 'Format', options: numbers, otherwise: 'float' })}
          {formatter.format === 'currency' &&
            pick('currency', { label: 'Currency', options: currencies, otherwise: '$' })}
          {formatter.format !== 'integer' &&
            decimals(formatter.format === 'currency' ? 'Two if left blank' : 'All of them if left blank')}
        </>
      )}
      {result === 'date' &&
        pick('output', {
          label: 'Show as',
          options: dateFormats.map((output) => ({
            value: output,
            label: displayCalculation(
              {
                calculation_type: 'date',
                calculation_subtype: 'time_from',
                display_unit: 'days',
                formatter: { output },
              },
              today,
            ),
          })),
          otherwise: 'date',
        })}
      {result === 'time' && (
        <>
          {pick('timestamp', { label: 'Clock', options: clocks, otherwise: '24-hour' })}
          {pick('output', { label: 'Show as', options: timeParts, otherwise: 'time' })}
        </>
      )}
      {result === 'length' && decimals('Whole units only if left blank')}
    </div>
  );
};
