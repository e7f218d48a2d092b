import { z } from 'zod';
import { pageOf } from '../kit/list.ts';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { recordTypes } from '../record-types.ts';
import { attachedRecord, treeFields, treeRoutes, treeShown } from './trees.ts';

/** What may stand in categories. */
export const categorized = ['clients', 'forms', 'report_definitions'] as const;
export type CategorizableType = (typeof categorized)[number];

/** What the records of a category are called in answers. */
export const categorizedNames = {
  clients: 'Client',
  forms: 'Form',
  report_definitions: 'ReportDefinition',
} as const satisfies Record<CategorizableType, string>;

/** Returns the type that somebody names: by its name in answers or in paths, in any case. */
export const categorizedType = (text: string): CategorizableType | undefined => {
  const sought = text.toLowerCase();
  return categorized.find((type) => type === sought || categorizedNames[type].toLowerCase() === sought);
};

const named = z.preprocess(
  (given) => (typeof given === 'string' ? (categorizedType(given) ?? given) : given),
  z.enum(categorized, 'Choose Client, Form or ReportDefinition'),
);
const idInText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Enter the ID of a record')
  .transform(Number);

/** So many records of each type come with a category; the others are asked for by pages. */
export const shownRecords = 100;

const categoryRecord = attachedRecord([
  'Client',
  'Form',
  'ReportDefinition',
] as const satisfies (typeof categorizedNames)[CategorizableType][]);

/** A word under which people, forms and reports are found. */
export const categories = defineResource({
  name: 'categories',
  ...recordTypes.categories,
  fields: z.object(treeFields),
  optional: ['parent_id'],
  shown: z.object({
    ...treeShown(categorized),
    /** At most 100 of each type, by name. */
    category_records: z.array(categoryRecord),
  }),
  unlisted: ['category_records'],
  filters: z.object({
    /** Those in which records of this type stand that the caller may see; with the id, those of one record. */
    record_type: named,
    record_id: id,
    type: named,
    id,
  }),
  sort: ['name', 'created_at', 'updated_at'],
  /** The same as the filters, outside them. */
  search: { type: named.optional(), id: idInText.optional() },
});

const tree = treeRoutes({
  name: 'categories',
  one: 'category',
  ...recordTypes.categories,
  types: categorized,
  manage: 'use',
});

export const categoryRoutes = {
  ...crudRoutes(categories),
  ...tree,
  records: route({
    ...tree.records,
    query: tree.records.query.extend({ record_type: named }),
    response: pageOf(categoryRecord),
  }),
};
