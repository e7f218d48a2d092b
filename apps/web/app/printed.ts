import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatZonedDateTime } from '#web/ui/dates.ts';

const noteOf = (moment: string, by: string, timeZone: string) =>
  `Confidential – printed by ${by} ${formatZonedDateTime(moment, timeZone)}`;

/**
 * What paper says of itself. Where the browser can, the head of each page after the first names the organization and
 * what the page is about, and the foot of each page who printed it and when.
 * @param by who prints, in words
 * @returns when it is printed, in the time zone, and the same as a sentence with who did
 */
export const usePrinted = (organization: string, by: string, timeZone: string): { at: string; note: string } => {
  const [moment, setMoment] = useState(() => new Date().toISOString());
  useEffect(() => {
    const begin = () => {
      const now = new Date().toISOString();
      flushSync(() => setMoment(now));
      const head = `${organization} · ${document.title.replace(/ – Hearth$/, '')}`;
      const { style } = document.documentElement;
      style.setProperty('--print-head', JSON.stringify(head));
      style.setProperty('--print-foot', JSON.stringify(noteOf(now, by, timeZone)));
    };
    addEventListener('beforeprint', begin);
    return () => removeEventListener('beforeprint', begin);
  }, [organization, by, timeZone]);
  return { at: formatZonedDateTime(moment, timeZone), note: noteOf(moment, by, timeZone) };
};
