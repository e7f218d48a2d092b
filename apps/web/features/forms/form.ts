import { draftSubjects } from '#contract/resources/drafts.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { definitionPlaces } from '#web/access/area.ts';
import { resourceOf } from '#web/screens/resource.ts';

export const forms = resourceOf(definitionPlaces.forms, formRoutes, {
  type: 'forms',
  draftOf: draftSubjects.form,
  loading: 'Loading configurations.',
  nameOf: ({ name }) => name,
});
