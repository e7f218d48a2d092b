import type { FieldSettings } from '#forms/definition/field-settings.ts';
import type { FieldDraft } from '#forms/field.ts';
import type { DemoClient } from '../clients.ts';
import type { Draw } from '../draw.ts';

/** Somebody filling in a form with a person. */
export type Visit = {
  draw: Draw;
  client: DemoClient;
  /** The person's age, and the day in the organisation's calendar. */
  age: number;
  day: string;
  /** How often this form was filled in for the person before. */
  nth: number;
};

type Entry = { field: FieldDraft; required?: boolean; quick?: boolean; settings?: FieldSettings };

export type DemoForm<K extends string = string> = {
  name: string;
  description: string;
  active?: boolean;
  /** The fields in order; a field that stands on several forms is the same object there. */
  entries: Record<K, Entry>;
  answers: (visit: Visit) => Partial<Record<NoInfer<K>, unknown>>;
  /** What people tend to put right afterwards. */
  corrected: NoInfer<K>[];
};

/** Checks that answers are given to entries that are on the form. */
export const demoForm = <K extends string>(form: DemoForm<K>): DemoForm => form as unknown as DemoForm;

/** The least and the most that something may be. */
export type Range = readonly [number, number];

/** The options of a select field, by value. */
export const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** An amount as people name it. */
export const about = (draw: Draw, least: number, most: number, step = 5): number =>
  draw.whole(Math.ceil(least / step), Math.floor(most / step)) * step;
