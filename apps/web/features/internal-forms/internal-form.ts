import type { z } from 'zod';
import { type internalForm, internalFormRoutes, type internalRecord } from '#contract/resources/internal-forms.ts';
import { places } from '#web/access/places.ts';

export type InternalForm = z.output<typeof internalForm>;
export type InternalRecord = z.output<typeof internalRecord>;

/** The internal forms, as the list beside their records shows them. Forms are made elsewhere. */
export const internalForms = {
  ...places.internal_forms,
  routes: { page: internalFormRoutes.page, show: internalFormRoutes.show },
};

/** Where the records of an internal form are listed. */
export const formAt = (form_id: number) => `${places.internal_forms.at}/${form_id}`;

export const recordAt = (form_id: number, id: number) => `${formAt(form_id)}/records/${id}`;

export const titleOf = ({ id, title }: Pick<InternalRecord, 'id' | 'title'>): string => title || `Record ${id}`;

/** Whether a record has a file to download. */
export const hasFile = ({ answers }: Pick<InternalRecord, 'answers'>): boolean =>
  answers.some(({ id, field_type, value }) => id !== null && field_type === 'attachment' && value !== null);
