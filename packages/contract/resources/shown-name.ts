import { z } from 'zod';
import { byColumn, nameColumns, type PersonName } from '#forms/person-columns.ts';

type ShownName = {
  [K in keyof PersonName]: null extends PersonName[K] ? z.ZodNullable<z.ZodString> : z.ZodString;
};

/** The schemas of a person's name where it is only shown. */
export const shownName = byColumn(nameColumns, (column) =>
  'optional' in column ? z.string().nullable() : z.string(),
) as ShownName;
