import { formRoutes } from '#contract/resources/forms.ts';
import { definitionPlaces } from '#web/access/area.ts';
import { resourceOf } from '#web/screens/resource.ts';

export const forms = resourceOf(definitionPlaces.forms, formRoutes, {
  type: 'forms',
  loading: 'Loading configurations.',
  nameOf: ({ name }) => name,
});
