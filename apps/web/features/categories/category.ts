import type { z } from 'zod';
import { categoryRoutes, type categories as stored } from '#contract/resources/categories.ts';
import { places } from '#web/access/places.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type Category = z.output<typeof stored.record>;

export const categories = resourceOf(places.categories, categoryRoutes, {
  type: 'categories',
  nameOf: ({ name }) => name,
});
