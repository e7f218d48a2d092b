import { displayCalculation } from '#forms/calculations/show.ts';
import type { Formatter } from '#forms/definition/calculation.ts';
import type { ResultType } from '#reports/columns.ts';

const plainNumber = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 10 });

/** A number to ten decimals, as results hold it. */
export const tenDecimals = (value: number): number =>
  Number.isInteger(value) || Math.abs(value) >= 1e11 ? value : Number(value.toFixed(10));

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

const calculationTypes = { number: 'numeric', date: 'date', time: 'time' } as const;

/** How a column shows its values when the report says so; null where the formatter says nothing of such values. */
export const formattedBy = (formatter: Formatter | null, result: ResultType): ((value: unknown) => string) | null => {
  const calculation_type = calculationTypes[result as keyof typeof calculationTypes];
  if (!formatter || !calculation_type) return null;
  const shown = { calculation_type, calculation_subtype: 'time_from', display_unit: null, formatter } as const;
  return (value) => displayCalculation(shown, value as number | string);
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
