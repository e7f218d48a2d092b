import { fieldRoutes } from '#contract/resources/fields.ts';
import { definitionPlaces } from '#web/access/area.ts';
import { resourceOf } from '#web/screens/resource.ts';

export const fields = resourceOf(definitionPlaces.fields, fieldRoutes, { type: 'fields', nameOf: ({ name }) => name });
