import { places } from '#web/access/places.ts';

/** The address of a translation of a form. */
export const translationAt = (form_id: number, id: number): string =>
  `${places.forms.at}/${form_id}/translations/${id}`;
