import { useId, useState } from 'react';
import { datePresets } from '#forms/logic/presets.ts';
import { noNames, presetWords } from '#forms/words/condition-words.ts';
import type { Topic } from '#forms/words/topics.ts';
import type { ParameterValue } from '#reports/definition.ts';
import { isPeriodPreset } from '#reports/parameters.ts';
import { SeveralValues } from '#web/forms/conditions/value-field.tsx';
import { capital } from '#web/kit/formats.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import layout from '#web/ui/layout.module.css';
import { SelectField } from '#web/ui/select-field.tsx';
import css from './asked-bar.module.css';
import { topicOfColumn } from './conditions/topics.ts';
import type { AskedParameter } from './report.ts';

/** Of the list of periods: no preset has these names. */
const anyTime = 'any time';
const days = 'from a day to a day';

const asEach = 'As each report says';

const nameOf = (value: ParameterValue | undefined): string | null => {
  if (value === undefined) return null;
  return value === null ? anyTime : String(value).toLowerCase().replaceAll('_', ' ');
};

const isCalendar = (preset: string) => !/days?$/.test(preset);
const presetOptions = (isWanted: (preset: string) => boolean) =>
  datePresets
    .filter((preset) => isPeriodPreset(preset) && isWanted(preset))
    .map((preset) => ({ value: preset, label: capital(presetWords(preset)) }));
const periodOptions = [
  { value: anyTime, label: 'Any time' },
  { value: days, label: 'From a date to a date' },
  { group: 'Weeks, months, quarters, years', items: presetOptions(isCalendar) },
  { group: 'Days', items: presetOptions((preset) => !isCalendar(preset)) },
];

type ControlProps = {
  id: string;
  label: string;
  /** Undefined where several reports have different defaults. */
  value: ParameterValue | undefined;
  error: string | null;
  onChange: (value: ParameterValue) => void;
};

/** A period by its name, or from its first day to its last. */
export const PeriodField = ({ id, label, value, error, onChange }: ControlProps) => {
  /** The days that were typed over a value: until both are there nothing is chosen, and then until that is the value. */
  const [typed, setTyped] = useState<{ range: (string | null)[]; over: string | undefined } | null>(null);
  const over = JSON.stringify(value);
  if (typed && typed.over !== over) setTyped(null);
  const shown = typed?.range ?? (Array.isArray(value) ? value.map(String) : null);
  const [first = null, last = null] = shown ?? [];
  const put = (range: (string | null)[]) => {
    const [from, to] = range;
    setTyped({ range, over });
    if (from && to && from <= to) onChange([from, to]);
  };
  const isReversed = first !== null && last !== null && first > last;
  const choose = (chosen: string | null) => {
    if (chosen === days) return setTyped({ range: shown ?? [null, null], over });
    setTyped(null);
    onChange(chosen === anyTime ? null : chosen);
  };
  return (
    <div className={css.period}>
      <SelectField
        {...{ id, label }}
        options={periodOptions}
        placeholder={asEach}
        value={shown ? days : nameOf(value)}
        error={shown ? null : error}
        onChange={choose}
      />
      {shown && (
        <div className={css.days}>
          <DateField
            id={`${id}-first`}
            label="First day"
            value={first}
            onChange={(day) => put([day, last])}
            error={isReversed ? 'Enter the first day of the period first' : error}
          />
          <DateField id={`${id}-last`} label="Last day" value={last} onChange={(day) => put([first, day])} />
        </div>
      )}
    </div>
  );
};

/** Records are searched for; of all else, members among them, the column brings what can be chosen. */
const topicOfChoice = (column: NonNullable<AskedParameter['column']>): Topic => {
  const topic = topicOfColumn(column, 'IN');
  return topic.picks === undefined ? { ...topic, of: null, options: topic.options ?? [] } : topic;
};

/** Values of the column that a choice offers. */
export const ChoiceField = ({
  id,
  label,
  value,
  error,
  onChange,
  column,
}: ControlProps & { column: NonNullable<AskedParameter['column']> }) => (
  <SeveralValues
    id={id}
    label={label}
    labelHidden={false}
    placeholder={value === undefined ? asEach : 'All'}
    topic={topicOfChoice(column)}
    names={noNames}
    value={Array.isArray(value) ? value : []}
    error={error}
    onChange={(values) => onChange(values.length > 0 ? values.filter((one) => one !== null) : null)}
  />
);

const ignored = () => undefined;

/** What a report asks when it is opened: whoever looks at it chooses, and sees the results of that. */
export const AskedBar = ({
  asked,
  isPlain,
  onReset,
  onChoose,
}: {
  asked: readonly (Pick<AskedParameter, 'key' | 'label' | 'type' | 'column'> & { value: ParameterValue | undefined })[];
  /** Whether it stands in something that has room around it. */
  isPlain?: boolean;
  /** Brings back the defaults; absent where nothing is chosen. */
  onReset?: (() => void) | undefined;
  onChoose: (key: string, value: ParameterValue) => void;
}) => {
  const id = useId();
  if (asked.length === 0) return null;
  return (
    <section
      className={`${layout.row} ${css.bar}`}
      data-plain={isPlain}
      aria-label="Choose what is shown"
      data-print="hide"
    >
      {asked.map(({ key, label, type, column, value }) => {
        const control = {
          id: `${id}-${key}`,
          label,
          value,
          error: null,
          onChange: (chosen: ParameterValue) => onChoose(key, chosen),
        };
        if (type === 'period') return <PeriodField key={key} {...control} />;
        if (column) return <ChoiceField key={key} {...control} column={column} />;
        return (
          <SelectField
            key={key}
            {...control}
            value={null}
            options={[]}
            placeholder="Not available"
            disabled
            onChange={ignored}
          />
        );
      })}
      {onReset && (
        <Button size="small" onClick={onReset}>
          Use the defaults
        </Button>
      )}
    </section>
  );
};

/** What was chosen in words: "Period: Last month (10/01/2026 to 10/31/2026)". */
export const askedWords = (asked: readonly AskedParameter[]): string[] =>
  asked.map(({ label, display_value }) => `${label}: ${display_value}`);
