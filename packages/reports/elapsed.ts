import { z } from 'zod';
import { oneOf } from '#forms/field-types/metadata.ts';
import type { Column } from './columns.ts';

/** In what the time between two dates is counted, with the words that screens show. Only whole ones count. */
export const elapsedUnits = { years: 'Years', months: 'Months', days: 'Days' } as const;
export type ElapsedUnit = keyof typeof elapsedUnits;

/** The time between two dates, as a report keeps it. @param column the schema of the name of a column */
export const elapsedTime = <Z extends z.ZodType>(column: Z) =>
  z.strictObject({
    unit: oneOf(Object.keys(elapsedUnits) as [ElapsedUnit, ...ElapsedUnit[]]),
    /** The later date; null for today. */
    until: column.nullish(),
  });

/** What the time from a date until another is called: "Age at Service date", "Intake date to today (days)". */
export const elapsedLabel = (
  from: Pick<Column, 'field' | 'label' | 'of'>,
  until: Pick<Column, 'label'> | null,
  unit: ElapsedUnit,
): string => {
  const isAge = (from.of?.field ?? from.field) === 'client_dob' && unit === 'years';
  if (isAge) return until ? `Age at ${until.label}` : 'Age today';
  return `${from.label} to ${until?.label ?? 'today'} (${unit})`;
};
