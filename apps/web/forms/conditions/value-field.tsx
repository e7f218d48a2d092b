import { useMemo, useRef, useState } from 'react';
import { readTime, weekdaysFrom } from '#forms/calendar.ts';
import { datePresets, isPreset } from '#forms/logic/presets.ts';
import { type Names, presetWords, weekdayNames } from '#forms/words/condition-words.ts';
import { arityOf, type Condition, type Value } from '#forms/words/expression.ts';
import type { Topic } from '#forms/words/topics.ts';
import { useMember } from '#web/access/account.tsx';
import { useRecords } from '#web/fields/lookups.ts';
import { TimeField } from '#web/fields/time-field.tsx';
import { capital, showDate } from '#web/kit/formats.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { readDate } from '#web/ui/dates.ts';
import layout from '#web/ui/layout.module.css';
import { NumberField } from '#web/ui/number-field.tsx';
import { readNumber } from '#web/ui/numbers.ts';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import { useTyped } from '#web/ui/use-typed.ts';
import css from './conditions.module.css';

type Single = string | number | boolean | null;

type ValueProps = { id: string; label: string; topic: Topic; names: Names; error: string | null };
type OneValueProps = ValueProps & { value: Single; onChange: (value: Single) => void };
type SeveralValuesProps = ValueProps & { value: Single[]; onChange: (value: Single[]) => void };

/** What a condition compares with, by what it is about and by its operator. Nothing, where it compares with nothing. */
export const ValueField = ({
  condition: { op, value },
  onChange,
  ...props
}: Omit<ValueProps, 'label'> & { condition: Pick<Condition, 'op' | 'value'>; onChange: (value: Value) => void }) => {
  // Text that is being typed goes on as long as the list is the same one.
  const values = useMemo(() => (Array.isArray(value) ? value : value === undefined ? [] : [value]), [value]);
  switch (arityOf(op)) {
    case 'none':
      return null;
    case 'one':
      return <OneValue {...props} label="Value" value={values[0] ?? null} onChange={onChange} />;
    case 'range':
      return <Range {...props} label="Value" value={values} onChange={onChange} />;
    case 'weekdays':
      return <Weekdays {...props} label="Days of the week" value={values} onChange={onChange} />;
    case 'list':
      return <SeveralValues {...props} label="Values" value={values} onChange={onChange} />;
  }
};

/** The values to choose from, those that are there no more included; null where the value is typed. */
const optionsFor = ({ options, of }: Topic, names: Names, chosen: Single[]) => {
  const offered = of ? [...names[of]].map(([value, label]) => ({ value, label })) : options;
  if (!offered || (of && offered.length === 0)) return null;
  const missing = chosen.filter(
    (value) => value !== null && !offered.some((one) => String(one.value) === String(value)),
  );
  return [...offered, ...missing.map((value) => ({ value: value as string | number | boolean, label: String(value) }))];
};

const asOptions = (options: { value: string | number | boolean; label: string }[]) =>
  options.map(({ value, label }) => ({ value: String(value), label }));

const OneValue = ({ topic, names, value, onChange, ...frame }: OneValueProps) => {
  if (topic.picks !== undefined)
    return (
      <PickedRecords
        {...frame}
        picks={topic.picks}
        isOne
        value={value === null ? [] : [value]}
        onChange={([id = null]) => onChange(id)}
      />
    );
  const options = optionsFor(topic, names, [value]);
  if (options)
    return (
      <SelectField
        {...frame}
        labelHidden
        chip="value"
        options={asOptions(options)}
        value={value === null ? null : String(value)}
        onChange={(text) => onChange(options.find((one) => String(one.value) === text)?.value ?? null)}
      />
    );
  if (topic.kind === 'date') return <DayOrWords {...frame} value={value} onChange={onChange} />;
  if (topic.kind === 'number')
    return (
      <NumberField
        {...frame}
        labelHidden
        placeholder="Number"
        value={value === null || Number.isNaN(Number(value)) ? null : Number(value)}
        onChange={onChange}
      />
    );
  if (topic.kind === 'time')
    return <TimeField {...frame} labelHidden value={value === null ? null : String(value)} onChange={onChange} />;
  return (
    <TextField
      {...frame}
      labelHidden
      placeholder="Text"
      autoComplete="off"
      value={value === null ? '' : String(value)}
      onChange={onChange}
    />
  );
};

/** The choice that opens the box for a day; no preset has its name. */
const aDay = 'a day';

const presetOptions = [
  { value: aDay, label: 'A date' },
  ...datePresets.map((preset) => ({ value: preset, label: capital(presetWords(preset)) })),
];

const DayOrWords = ({ id, label, error, value, onChange }: Omit<OneValueProps, 'topic' | 'names'>) => {
  const words = isPreset(value) ? String(value).toLowerCase().replaceAll('_', ' ') : null;
  return (
    <div className={`${layout.column} ${css.dayOrWords}`}>
      <SelectField
        id={words ? id : `${id}-words`}
        label={`${label}: date or period`}
        labelHidden
        chip="value"
        options={presetOptions}
        value={words ?? aDay}
        onChange={(next) => onChange(next === aDay ? null : next)}
        error={words ? error : null}
      />
      {!words && (
        <DateField
          id={id}
          label={label}
          labelHidden
          value={value ? String(value) : null}
          onChange={onChange}
          error={error}
        />
      )}
    </div>
  );
};

const Range = ({ id, value, onChange, error, ...props }: SeveralValuesProps) => {
  const [from = null, to = from] = value;
  return (
    <div className={css.range} data-kind={props.topic.kind}>
      <OneValue {...props} id={id} label="From" value={from} error={error} onChange={(next) => onChange([next, to])} />
      <span aria-hidden>and</span>
      <OneValue
        {...props}
        id={`${id}-to`}
        label="To"
        value={to}
        error={null}
        onChange={(next) => onChange([from, next])}
      />
    </div>
  );
};

const Weekdays = ({ topic: _topic, names: _names, value, onChange, ...frame }: SeveralValuesProps) => {
  const { week_starts_on } = useMember().organization;
  return (
    <MultiSelectField
      {...frame}
      labelHidden
      placeholder={value.length === 0 ? 'Choose days' : ''}
      options={weekdaysFrom(week_starts_on).map((day) => ({ value: String(day), label: weekdayNames[day] ?? '' }))}
      value={value.map(String)}
      onChange={(days) => onChange(days.map(Number).sort())}
    />
  );
};

/** The records that a field picks from, as far as they were searched for; those that are chosen among them. */
const useRecordOptions = (picks: number, chosen: Single[]) => {
  const [typed, look] = useState<string | null>(null);
  const { offers, isSearching } = useRecords(picks, typed);
  const found = offers.map(({ record_id, label }) => ({ value: String(record_id), label }));
  const known = useRef(new Map<string, string>());
  for (const { value, label } of found) known.current.set(value, label);
  const rest = chosen
    .map(String)
    .filter((id) => !found.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: known.current.get(id) ?? `Record ${id}` }));
  return { options: [...found, ...rest], onSearch: look, loading: isSearching };
};

const PickedRecords = ({
  picks,
  isOne,
  value,
  onChange,
  labelHidden = true,
  placeholder = 'Search records',
  ...frame
}: Omit<ValueProps, 'topic' | 'names'> & {
  picks: number;
  isOne?: boolean;
  labelHidden?: boolean;
  placeholder?: string | undefined;
  value: Single[];
  onChange: (ids: number[]) => void;
}) => {
  const shared = { ...frame, ...useRecordOptions(picks, value), labelHidden, placeholder };
  const ids = value.map(String);
  return isOne ? (
    <SelectField
      {...shared}
      chip="value"
      value={ids[0] ?? null}
      onChange={(id) => onChange(id === null ? [] : [Number(id)])}
    />
  ) : (
    <MultiSelectField {...shared} value={ids} onChange={(chosen) => onChange(chosen.map(Number))} />
  );
};

/** Several values of what a condition is about. @param placeholder what stands there while none is chosen */
export const SeveralValues = ({
  topic,
  names,
  value,
  onChange,
  labelHidden = true,
  placeholder,
  ...frame
}: SeveralValuesProps & { labelHidden?: boolean; placeholder?: string }) => {
  const shown = { ...frame, labelHidden };
  if (topic.picks !== undefined)
    return <PickedRecords {...shown} picks={topic.picks} value={value} onChange={onChange} placeholder={placeholder} />;
  const options = optionsFor(topic, names, value);
  if (!options) return <Lines {...frame} topic={topic} value={value} onChange={onChange} />;
  return (
    <MultiSelectField
      {...shown}
      placeholder={value.length === 0 ? (placeholder ?? 'Choose') : ''}
      options={asOptions(options)}
      value={value.map(String)}
      onChange={(texts) =>
        onChange(texts.flatMap((text) => options.find((one) => String(one.value) === text)?.value ?? []))
      }
    />
  );
};

/** One line as a value; what cannot be read stays as it is typed, for the rules to say what is wrong with it. */
const readLine = (text: string, kind: Topic['kind']): Single => {
  if (kind === 'number') return readNumber(text).value ?? text;
  if (kind === 'time') return readTime(text) ?? text;
  return kind === 'date' && !isPreset(text) ? (readDate(text).value ?? text) : text;
};

const writeLine = (value: Single, kind: Topic['kind']) =>
  kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(value)) ? showDate(String(value)) : String(value ?? '');

const Lines = ({ topic: { kind }, value, onChange, ...frame }: Omit<SeveralValuesProps, 'names'>) => {
  const typed = useTyped<Single[]>({
    value,
    read: (text) => ({
      value: text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .map((line) => readLine(line, kind)),
    }),
    write: (values) => values.map((one) => writeLine(one, kind)).join('\n'),
    onChange: (values) => onChange(values ?? []),
  });
  return (
    <TextareaField
      {...frame}
      labelHidden
      rows={2}
      placeholder="One value per line"
      value={typed.text}
      onChange={typed.type}
      onBlur={typed.leave}
    />
  );
};
