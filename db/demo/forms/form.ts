import type { CalculationDraft } from '#forms/definition/calculation.ts';
import type { FieldDraft } from '#forms/definition/field.ts';
import type { FieldSettings } from '#forms/definition/field-settings.ts';
import type { Rule } from '#forms/definition/rule.ts';
import type { DemoClient } from '../clients.ts';
import type { Draw } from '../draw.ts';

/** Somebody filling in a form with a person. */
export type Visit = {
  draw: Draw;
  client: DemoClient;
  /** The person's age, and the day in the organization's calendar. */
  age: number;
  day: string;
  /** The minute of the day at which it is recorded. */
  minute: number;
  /** How often this form was filled in for the person before. */
  nth: number;
};

type Entry = {
  field: FieldDraft;
  required?: boolean;
  quick?: boolean;
  settings?: FieldSettings;
  /** An entry of a form that stands before this one: the person's last answer to it is filled in. */
  from?: { form: string; entry: string };
};

/** Answers by the names of a form's entries. A record is named by its title, a signature is the line that was drawn. */
type NamedAnswers<K extends string> = Partial<Record<K, unknown>>;

/** What a form asks. Rules and calculations are given the ids of the fields, by the names of their entries. */
export type Questions<K extends string = string> = {
  name: string;
  description: string;
  active?: boolean;
  /** The fields in order; a field that stands on several forms is the same object there. */
  entries: Record<K, Entry>;
  rules?: (id: Record<NoInfer<K>, number>) => Rule[];
  calculations?: (id: Record<NoInfer<K>, number>) => CalculationDraft[];
};

export type DemoForm<K extends string = string> = Questions<K> & {
  answers: (visit: Visit) => NamedAnswers<NoInfer<K>>;
  /** What people tend to put right afterwards. */
  corrected: NoInfer<K>[];
};

/** Checks that answers are given to entries that are on the form. */
export const demoForm = <K extends string>(form: DemoForm<K>): DemoForm => form as unknown as DemoForm;

/** A form about what is no person, with what is recorded there. */
export type InternalForm<K extends string = string> = Questions<K> & { records: NamedAnswers<NoInfer<K>>[] };

/** Checks the same of a form with records. */
export const internalForm = <K extends string>(form: InternalForm<K>): InternalForm => form as unknown as InternalForm;

/** The opening of a section, with what to know before it is asked. */
export const section = (name: string, content?: string): { field: FieldDraft } => ({
  field: { name, field_type: 'presentation', metadata: { presentation_content: content } },
});

/** The least and the most that something may be. */
export type Range = readonly [number, number];

/** The options of a select field, by value. */
export const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** An amount as people name it. */
export const about = (draw: Draw, [least, most]: Range, step = 5): number =>
  draw.whole(Math.ceil(least / step), Math.floor(most / step)) * step;
