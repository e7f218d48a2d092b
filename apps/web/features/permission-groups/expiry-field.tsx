import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { type DayAndTime, lastTime, momentOf, timeOptions } from '#web/ui/day-and-time.ts';
import { focusField } from '#web/ui/error-summary.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import css from './pinned-messages.module.css';

const id = 'expired_at';

/** When a message stops being shown: a day, and a time in steps of 15 minutes. Blank is never. */
export const ExpiryField = ({
  value,
  onChange,
  zone,
  error,
}: {
  value: DayAndTime;
  /** Told what is wrong with text that is no date as well. */
  onChange: (value: DayAndTime, problem: string | null) => void;
  zone: string;
  error: string | null;
}) => {
  const { date, time } = value;
  /** Counts clearings: text that is no date is not part of the value, and goes with the field. */
  const [clearings, setClearings] = useState(0);
  const moment = momentOf(value, zone);
  const isPast = moment !== null && Date.parse(moment) <= Date.now();
  return (
    <div className={css.expiry}>
      <DateField
        key={clearings}
        id={id}
        label="Expires"
        help={
          isPast
            ? 'This time is in the past, so no one will see the message.'
            : 'If you leave this empty, the message doesn’t expire.'
        }
        value={date}
        onChange={(day, problem) => onChange({ date: day, time: day ? (time ?? lastTime) : time }, problem)}
        error={error}
      />
      <div className={css.time}>
        <SelectField
          label="Time"
          help={`In ${formatZone(zone)}`}
          options={timeOptions(time)}
          value={date ? time : null}
          disabled={date === null}
          onChange={(chosen) => onChange({ date, time: chosen }, null)}
        />
        {(date || error) && (
          <Button
            tone="subtle"
            onClick={() => {
              flushSync(() => {
                onChange({ date: null, time: null }, null);
                setClearings(clearings + 1);
              });
              focusField(id);
            }}
          >
            Clear
          </Button>
        )}
      </div>
    </div>
  );
};
