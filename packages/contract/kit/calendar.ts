import { z } from 'zod';

/** The day on which an organization's weeks begin. */
export const weekStart = z.enum(['sunday', 'monday'], 'Choose sunday or monday');

/** The month in which an organization's fiscal years begin: 1 for January. */
export const fiscalYearStartMonth = z
  .int('Enter a month from 1 to 12')
  .min(1, 'Enter a month from 1 to 12')
  .max(12, 'Enter a month from 1 to 12');
