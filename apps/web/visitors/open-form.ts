import type { z } from 'zod';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { call } from '#web/kit/api.ts';

/** A public form as the server shows it. */
export type OpenForm = z.output<typeof publicFormRoutes.open.response>;
export type Receipt = z.output<typeof publicFormRoutes.submit.response>;

/** What filling in needs to know of it. Its settings were checked when it was saved. */
export const definitionOf = ({ fields, logic, calculations }: OpenForm): FormDefinition =>
  ({ form_fields: fields, logic, calculations }) as unknown as FormDefinition;

/**
 * Asks for the form of a link. Throws an ApiError of 404 for one that is not open, whatever the reason is.
 * @param start_token of who fills it in already: the form can be had for as long as it takes their answers
 */
export const openForm = (access_key: string, start_token?: string): Promise<OpenForm> =>
  call(publicFormRoutes.open, { params: { access_key }, query: start_token ? { start_token } : {} });
