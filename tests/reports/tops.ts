import type { ReportField } from '#reports/definition.ts';
import { blank } from './world.ts';

/** Which groups of a column are shown by themselves, in their turn, and of how many others there is one. */
export type Top = { values: readonly unknown[]; others: number };
export type Tops = ReadonlyMap<ReportField, Top>;

const places = ({ values }: Top) => values.map((value) => JSON.stringify(value));

/** The value of a group, which may be all others. */
export const inTop = (top: Top | undefined, value: unknown): unknown =>
  !top || blank(value) || places(top).includes(JSON.stringify(value)) ? value : `Other (${top.others})`;

/** Whether a group stands for all others: no answer in the world of tests is called so. */
export const isOther = (value: unknown): boolean => /^Other \(\d+\)$/.test(String(value));

/** By what groups are ordered: in their turn, then all others, and last what has no value. */
export const placeIn = (top: Top, value: unknown): number | null =>
  blank(value) ? null : isOther(value) ? top.values.length : places(top).indexOf(JSON.stringify(value));
