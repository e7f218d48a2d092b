/** Returns the formatter of each time zone (undefined is the browser's), made once: making one takes far longer than using it. */
export const zonedFormat = (options: Intl.DateTimeFormatOptions) => {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone: string | undefined): Intl.DateTimeFormat => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    made.set(timeZone, format);
    return format;
  };
};

/** Returns the parts of a moment by their types, as a formatter writes them. */
export const clockParts = (format: Intl.DateTimeFormat, moment: string | number) =>
  Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
