import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { showDateTime } from '#web/kit/formats.ts';

/**
 * What paper says of itself. Where the browser can, the head of each page after the first names the organization and
 * what the page is about.
 * @returns when it is printed, in the time zone
 */
export const usePrinted = (organization: string, timeZone: string): string => {
  const [moment, setMoment] = useState(() => new Date().toISOString());
  useEffect(() => {
    const begin = () => {
      flushSync(() => setMoment(new Date().toISOString()));
      const head = `${organization} · ${document.title.replace(/ – Hearth$/, '')}`;
      document.documentElement.style.setProperty('--print-head', JSON.stringify(head));
    };
    addEventListener('beforeprint', begin);
    return () => removeEventListener('beforeprint', begin);
  }, [organization]);
  return showDateTime(moment, timeZone);
};
