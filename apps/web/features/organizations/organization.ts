import type { z } from 'zod';
import type { organization } from '#contract/resources/organizations.ts';

export type Organization = z.output<typeof organization>;

export const root = '/admin/organizations';

/** The time zone in which the platform team reads times: their own, else this machine's. */
export const zoneOf = ({ time_zone }: { time_zone: string | null }): string =>
  time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
