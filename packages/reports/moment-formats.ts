import { dateFormats } from '#forms/calendar.ts';

/** How reports can show dates and time stamps: as fields can, and by week or by the hour. */
export const momentFormats = [...dateFormats, 'week', 'iso_week', 'date_hour', 'time', 'hour'] as const;
export type MomentFormat = (typeof momentFormats)[number];
