import { useState } from 'react';
import { useZone } from '#web/access/account.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { momentAt, wallClockOf } from '#web/ui/wall-clock.ts';

/** When a response was recorded, as it is changed on a form: in the time zone in which all times are shown. */
export const useTimeRecorded = (completed_at: string) => {
  const zone = useZone();
  const [{ stored, text }, setTyped] = useState(() => ({
    stored: completed_at,
    text: wallClockOf(completed_at, zone),
  }));
  const isChanged = text !== wallClockOf(stored, zone);
  const moment = isChanged && text ? momentAt(text, zone) : stored;
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
    take: (now: string, mine: string) => setTyped({ stored: now, text: wallClockOf(mine, zone) }),
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
    help={`In ${formatZone(time.zone)}`}
    max={wallClockOf(Date.now(), time.zone)}
    value={time.text}
    onChange={time.type}
    error={error ?? time.problem}
  />
);
