import { z } from 'zod';
import { fieldTypeNames } from '#forms/field-types/field-type.ts';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { name, optionalText } from '../kit/text.ts';
import { askedField } from './fields.ts';

export const formTypes = ['client', 'internal'] as const;

const entry = z.strictObject({
  /** Carried back as it was shown; the field is what names an entry. */
  id: id.optional(),
  field_id: id,
  is_required: z.boolean().optional(),
  is_quick_view: z.boolean().optional(),
  is_locked: z.boolean().optional(),
  position: z.int().min(0).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  parameters_mapping: z.record(z.string(), id).optional(),
});

/** An entry of a form as it is shown. */
export const formField = z.object({
  id,
  field_id: id,
  field_type: z.enum(fieldTypeNames),
  is_required: z.boolean(),
  is_quick_view: z.boolean(),
  is_locked: z.boolean(),
  position: z.int(),
  settings: z.record(z.string(), z.unknown()),
  parameters_mapping: z.record(z.string(), id),
  field: askedField,
});

/** An ordered set of fields to be answered together. */
export const forms = defineResource({
  name: 'forms',
  entity: 'forms',
  title: { one: 'form', many: 'forms' },
  fields: z.object({
    name: name(),
    description: optionalText(2000),
    active: z.boolean(),
    form_type: z.enum(formTypes),
    redirect_url: z
      .url({ protocol: /^https$/, message: 'Enter an address that starts with https://' })
      .max(2000)
      .nullable(),
    form_fields: z
      .array(entry, { error: 'Please add at least one field to this form.' })
      .min(1, 'Please add at least one field to this form.')
      .max(1000),
  }),
  optional: ['description', 'active', 'form_type', 'redirect_url'],
  shown: z.object({
    form_fields: z.array(formField),
    field_ids: z.array(id),
    is_owned: z.boolean(),
    /** How many answers the caller's organisation has recorded with it. */
    response_count: z.int(),
  }),
  filters: z.object({ active: z.boolean(), form_type: z.enum(formTypes) }),
  sort: ['name', 'active', 'created_at', 'updated_at'],
});

/** A list needs the forms' names and states, not all their fields. */
export const listedForm = forms.record.omit({ form_fields: true, response_count: true });

const crud = crudRoutes(forms);

export const formRoutes = {
  ...crud,
  list: route({ ...crud.list, response: z.object({ data: z.array(listedForm) }) }),
  page: route({ ...crud.page, response: crud.page.response.extend({ data: z.array(listedForm) }) }),
  fields: route({
    method: 'GET',
    path: '/organization/:org/forms/:id/fields',
    access: { entity: 'forms', action: 'read', on: 'record' },
    summary: 'List the fields of a form, in their order',
    response: z.object({ data: z.array(formField) }),
  }),
  /** What may be filled in for a person: the forms that the caller may read or use (R27). */
  fillable: route({
    method: 'GET',
    path: '/organization/:org/fillable_forms',
    access: { entity: 'client_forms', action: 'write', on: 'any' },
    summary: 'List the client forms that the caller may fill in, inactive ones included',
    response: z.object({ data: z.array(z.object({ id, name: z.string(), active: z.boolean() })) }),
  }),
  fillableForm: route({
    method: 'GET',
    path: '/organization/:org/fillable_forms/:id',
    access: { entity: 'client_forms', action: 'write', on: 'any' },
    summary: 'Show one form with all that is needed to fill it in',
    response: forms.record,
  }),
};
