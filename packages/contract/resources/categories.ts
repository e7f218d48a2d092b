import { z } from 'zod';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { id } from '../kit/route.ts';
import { recordTypes } from '../record-types.ts';
import { attachedRecord, treeFields, treeRoutes, treeShown } from './trees.ts';

/** What may stand in categories. */
export const categorized = ['clients', 'forms', 'report_definitions'] as const;

/** So many records of each type come with a category; the others are asked for by pages. */
export const shownRecords = 100;

/** A word under which people, forms and reports are found. */
export const categories = defineResource({
  name: 'categories',
  ...recordTypes.categories,
  fields: z.object(treeFields),
  optional: ['parent_id'],
  shown: z.object({
    ...treeShown(categorized),
    /** At most 100 of each type, by name. */
    category_records: z.array(attachedRecord(categorized)),
  }),
  unlisted: ['category_records'],
  filters: z.object({
    /** Those in which records of this type stand that the caller may see; with the id, those of one record. */
    record_type: z.enum(categorized),
    record_id: id,
  }),
  sort: ['name', 'created_at', 'updated_at'],
});

export const categoryRoutes = {
  ...crudRoutes(categories),
  ...treeRoutes({ name: 'categories', one: 'category', ...recordTypes.categories, types: categorized, manage: 'use' }),
};
