import { useId, useState } from 'react';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { weekdaysFrom } from '#forms/calendar.ts';
import { isOpen, nextChange, normalTime } from '#forms/publishing/window.ts';
import { useMember } from '#web/access/account.tsx';
import { weekdays } from '#web/forms/publish-hours.ts';
import { ApiError } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { type DayAndTime, dayAndTimeOf, momentOf, timeOptions } from '#web/ui/day-and-time.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { FieldFrame } from '#web/ui/field-frame.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './public-forms.module.css';
import { WeekChart } from './week-chart.tsx';
import { changeInWords, type PublishSetting } from './words.ts';

type Values = {
  start: DayAndTime;
  end: DayAndTime;
  dow: number[];
  time_start: string;
  time_end: string;
  translate: boolean;
  is_active: boolean;
  /** What is wrong with text that is no date, by its field. */
  problems: Record<string, string | null>;
};

/** In milliseconds: times are offered by quarters of an hour. */
const quarter = 15 * 60_000;

/** A new setting is open from now on, so that its link works once it is saved. */
const newValues = (zone: string): Values => ({
  start: dayAndTimeOf(new Date(Math.floor(Date.now() / quarter) * quarter).toISOString(), zone),
  end: { date: null, time: null },
  dow: [],
  time_start: '',
  time_end: '',
  translate: false,
  is_active: true,
  problems: {},
});

const valuesOf = (setting: PublishSetting): Values => ({
  start: dayAndTimeOf(setting.published_at, setting.time_zone),
  end: dayAndTimeOf(setting.expired_at, setting.time_zone),
  dow: setting.dow,
  time_start: setting.time_start ?? '',
  time_end: setting.time_end ?? '',
  translate: setting.translate,
  is_active: setting.is_active,
  problems: {},
});

const sentOf = ({ start, end, problems: _, ...values }: Values, zone: string) => ({
  ...values,
  time_start: values.time_start || null,
  time_end: values.time_end || null,
  published_at: momentOf({ ...start, time: start.time ?? '00:00' }, zone),
  expired_at: momentOf(end, zone),
});

/** Adds a publish setting to a form, or changes one. */
export const SettingEditor = ({
  form_id,
  setting,
  onClose,
}: {
  form_id: number;
  /** Null for a new one. */
  setting: PublishSetting | null;
  onClose: () => void;
}) => {
  const id = useId();
  const { time_zone: zone, week_starts_on } = useMember().organization;
  const { mutateAsync: create } = useWrite(publicFormRoutes.create);
  const { mutateAsync: update } = useWrite(publicFormRoutes.update);
  const idempotencyKey = useIdempotencyKey();
  const [initial] = useState(() => (setting ? valuesOf(setting) : newValues(zone)));
  const editor = useForm(
    initial,
    async (values: Values) => {
      const problems = Object.entries(values.problems).flatMap(([path, text]) => (text ? [[path, [text]]] : []));
      if (problems.length > 0) throw new ApiError(422, Object.fromEntries(problems));
      const body = sentOf(values, zone);
      const saved = setting
        ? update({
            sent: { params: { form_id, id: setting.id }, body: { ...body, lock_version: setting.lock_version } },
          })
        : create({ sent: { params: { form_id }, body }, idempotencyKey: idempotencyKey(values) });
      return saved.catch((error) => {
        throw inDialog(error);
      });
    },
    () => {
      toast.success('Publish setting saved');
      onClose();
    },
  );
  const { values, set, error } = editor;
  const toggle = (day: number) =>
    set('dow', values.dow.includes(day) ? values.dow.filter((one) => one !== day) : [...values.dow, day].toSorted());
  const moment = (key: 'start' | 'end', name: 'published_at' | 'expired_at') => ({
    name,
    value: values[key],
    error: error(name),
    onChange: (value: DayAndTime, problem: string | null) => {
      set(key, value);
      set('problems', { ...values.problems, [name]: problem });
    },
  });
  const timeOfDay = (name: 'time_start' | 'time_end') => ({
    name,
    value: values[name],
    error: error(name),
    onChange: (text: string) => set(name, text),
  });
  return (
    <FormDialog
      form={editor}
      formId={id}
      title={setting ? 'Edit publish setting' : 'Add publish setting'}
      width={720}
      onClose={onClose}
    >
      <SubmitForm form={editor} id={id} className={css.form}>
        <ErrorSummary errors={editor.summary} attempt={editor.attempt} />
        <p className={css.muted}>Times are in {formatZone(zone)}, your organization’s time zone.</p>
        <div className={css.pair}>
          <Moment {...moment('start', 'published_at')} label="Start" usual="12:00 AM" />
          <Moment {...moment('end', 'expired_at')} label="End" usual="11:45 PM" optional />
        </div>
        <FieldFrame field={{ label: 'Weekdays', help: 'Choose none for every day.' }} group="group">
          {() => (
            <div className={css.days}>
              {weekdaysFrom(week_starts_on).map((day) => (
                <FilterChip
                  key={day}
                  pressed={values.dow.includes(day)}
                  title={weekdays[day]}
                  onClick={() => toggle(day)}
                >
                  {weekdays[day]?.slice(0, 3)}
                </FilterChip>
              ))}
            </div>
          )}
        </FieldFrame>
        <div className={css.pair}>
          <TimeOfDay {...timeOfDay('time_start')} label="From" placeholder="09:00 AM" />
          <TimeOfDay {...timeOfDay('time_end')} label="To" placeholder="05:00 PM" />
        </div>
        <div className={css.pair}>
          <Switch label="Active" checked={values.is_active} onChange={(isOn) => set('is_active', isOn)} />
          <Switch label="Translate" checked={values.translate} onChange={(isOn) => set('translate', isOn)} />
        </div>
        <Outlook values={values} zone={zone} />
      </SubmitForm>
    </FormDialog>
  );
};

type Field = { name: string; label: string; error: string | null };

const Moment = ({
  name,
  label,
  usual,
  optional = false,
  value,
  onChange,
  error,
}: Field & {
  usual: string;
  optional?: boolean;
  value: DayAndTime;
  onChange: (value: DayAndTime, problem: string | null) => void;
}) => (
  <div className={css.moment}>
    <DateField
      id={name}
      label={label}
      {...(optional ? { optional } : {})}
      value={value.date}
      onChange={(date, problem) => onChange({ ...value, date }, problem)}
      error={error}
    />
    <SelectField
      label={`${label} time`}
      labelHidden
      placeholder={usual}
      options={timeOptions(value.time)}
      value={value.date ? value.time : null}
      disabled={value.date === null}
      onChange={(time) => onChange({ ...value, time }, null)}
    />
  </div>
);

/** Quarters of an hour to choose from; anything else is typed. */
const quarters = timeOptions(null).map(({ label }) => label);

const TimeOfDay = ({
  name,
  label,
  placeholder,
  value,
  onChange,
  error,
}: Field & { placeholder: string; value: string; onChange: (text: string) => void }) => (
  <>
    <TextField
      id={name}
      label={label}
      placeholder={placeholder}
      optional
      autoComplete="off"
      list={`${name}-quarters`}
      value={value}
      onChange={onChange}
      onBlur={() => onChange(normalTime(value) ?? value)}
      error={error}
    />
    <datalist id={`${name}-quarters`}>
      {quarters.map((time) => (
        <option key={time} value={time} />
      ))}
    </datalist>
  </>
);

/** What follows from the values as they stand. */
const Outlook = ({ values, zone }: { values: Values; zone: string }) => {
  const { week_starts_on } = useMember().organization;
  const window = sentOf(values, zone);
  const now = new Date().toISOString();
  const status = window.published_at === null ? 'not_published' : isOpen(window, zone, now) ? 'active' : 'inactive';
  const outlook = { ...window, status, next_change: nextChange(window, zone, now), time_zone: zone } as const;
  const here = dayAndTimeOf(now, zone);
  const [hours = 0, minutes = 0] = (here.time ?? '').split(':').map(Number);
  const today = { weekday: new Date(`${here.date}T00:00Z`).getUTCDay(), minutes: hours * 60 + minutes };
  return (
    <>
      <WeekChart window={window} weekStartsOn={week_starts_on} now={today} />
      <Banner tone="info">
        {`${changeInWords(outlook, true)}. People who start before it closes have 60 minutes to finish.`}
      </Banner>
    </>
  );
};
