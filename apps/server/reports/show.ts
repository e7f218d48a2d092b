import { displayCalculation } from '#forms/calculations/show.ts';
import type { ResultType } from '#reports/columns.ts';
import type { ReportFormatter } from '#reports/definition.ts';
import type { MomentFormat } from '#reports/moment-formats.ts';
import { formatDay, formatMoment, formatPart, type LocalMoment, type Period } from '#reports/periods.ts';

const plainNumber = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 10 });

/** A number to ten decimals, as results hold it. */
export const tenDecimals = (value: number): number =>
  // Minus zero is no number that people know.
  (Number.isInteger(value) || Math.abs(value) >= 1e11 ? value : Number(value.toFixed(10))) + 0;

const stamps = new Map<string, Intl.DateTimeFormat>();

const stampOf = (zone: string) => {
  const made =
    stamps.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: '2-digit',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  stamps.set(zone, made);
  return made;
};

/** A moment as lists show it: 03/14/26 09:05 AM. */
export const showMoment = (moment: string, zone: string): string =>
  stampOf(zone).format(new Date(moment)).replace(',', '').replace(/\s/g, ' ');

const localFormats = new Map<string, Intl.DateTimeFormat>();

/** A moment as the clocks of a zone show it. */
const momentIn = (moment: string, zone: string): LocalMoment => {
  const format =
    localFormats.get(zone) ??
    // Swedish writes days and times as ISO 8601 does.
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  localFormats.set(zone, format);
  const [day = '', time = ''] = format.format(new Date(moment)).split(' ');
  return { day, time };
};

const calculationTypes = { number: 'numeric', time: 'time' } as const;

/** How a column shows its values when the report says so; null where the formatter says nothing of such values. */
export const formattedBy = (
  formatter: ReportFormatter | null,
  result: ResultType,
  zone: string,
): ((value: unknown) => string) | null => {
  if (!formatter) return null;
  const { output, format, grouping: _, ...more } = formatter;
  const rest = { ...more, format: format === 'percent' || format === 'ratio' ? null : format };
  if (result === 'date' && output) return (value) => formatDay(value as string, output);
  if (result === 'timestamp' && output) return (value) => formatMoment(momentIn(value as string, zone), output);
  const calculation_type = calculationTypes[result as keyof typeof calculationTypes];
  if (!calculation_type) return null;
  const own = { ...rest, ...(output === 'hour' && { output }) };
  const shown = { calculation_type, calculation_subtype: 'time_from', display_unit: null, formatter: own } as const;
  return (value) => displayCalculation(shown, value as number | string);
};

/** How a group is shown that stands for a period. @param format that of the report, or of the column itself */
export const shownPeriod = (
  period: Period,
  format: MomentFormat | null,
  zone: string,
): ((value: unknown) => string) => {
  switch (period) {
    case 'minute':
      return shownAs('timestamp', zone);
    case 'date_hour':
      return (value) => formatMoment(momentIn(value as string, zone), 'date_hour');
    case 'weekday':
    case 'hour':
    case 'time':
      return (value) => formatPart(period, value);
    default:
      return (value) => formatDay(value as string, format);
  }
};

/** How values are shown that no field says more of. */
export const shownAs = (result: ResultType, zone: string): ((value: unknown) => string) => {
  switch (result) {
    case 'number':
      return (value) => plainNumber.format(value as number);
    case 'date':
      return (value) => formatted('date', value);
    case 'timestamp':
      return (value) => showMoment(value as string, zone);
    case 'boolean':
      return (value) => (value ? 'Yes' : 'No');
    default:
      return (value) => String(value);
  }
};

const formatted = (type: 'date', value: unknown) =>
  displayCalculation(
    { calculation_type: type, calculation_subtype: 'time_from', display_unit: null, formatter: {} },
    value as string,
  );
