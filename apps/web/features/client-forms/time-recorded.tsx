import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { useState } from 'react';
import { useZone } from '#web/access/account.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { TextField } from '#web/ui/text-field.tsx';

dayjs.extend(utc);
dayjs.extend(timezone);

const shape = 'YYYY-MM-DDTHH:mm';

/** When a response was recorded, as it is changed on a form: in the time zone in which all times are shown. */
export const useTimeRecorded = (completed_at: string) => {
  const zone = useZone();
  const [{ stored, text }, setTyped] = useState(() => ({
    stored: completed_at,
    text: dayjs(completed_at).tz(zone).format(shape),
  }));
  const isChanged = text !== dayjs(stored).tz(zone).format(shape);
  const moment = isChanged && text ? dayjs.tz(text, zone).toISOString() : stored;
  const isFuture = isChanged && Date.parse(moment) > Date.now();
  return {
    zone,
    text,
    type: (next: string) => setTyped({ stored, text: next }),
    isChanged,
    /** ISO 8601. Seconds are kept as long as the time is not changed. */
    moment,
    problem: !text ? 'Enter Time Recorded' : isFuture ? 'Time Recorded must not be in the future' : null,
    /** Takes another time: `now` is what is stored, `mine` what the form is to show. */
    take: (now: string, mine: string) => setTyped({ stored: now, text: dayjs(mine).tz(zone).format(shape) }),
  };
};

export const TimeRecorded = ({
  time,
  error,
}: {
  time: ReturnType<typeof useTimeRecorded>;
  error: string | null | undefined;
}) => (
  <TextField
    id="completed_at"
    label="Time Recorded"
    size="question"
    required
    type="datetime-local"
    help={`In the time zone ${formatZone(time.zone)}`}
    max={dayjs().tz(time.zone).format(shape)}
    value={time.text}
    onChange={time.type}
    error={error ?? time.problem}
  />
);
