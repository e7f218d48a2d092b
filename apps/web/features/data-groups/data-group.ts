import type { z } from 'zod';
import { dataGroupRoutes, type dataGroups as stored } from '#contract/resources/data-groups.ts';
import { places } from '#web/access/places.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type DataGroup = z.output<typeof stored.record>;

export const dataGroups = resourceOf(places.data_groups, dataGroupRoutes, {
  type: 'data_groups',
  nameOf: ({ name }) => name,
});
