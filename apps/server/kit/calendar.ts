const formats = new Map<string, Intl.DateTimeFormat>();

/** Today's date in a time zone, as YYYY-MM-DD. */
export const todayIn = (timeZone: string, now = new Date()): string => {
  let format = formats.get(timeZone);
  if (!format) {
    // The Canadian form of a date is the ISO one.
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(now);
};
