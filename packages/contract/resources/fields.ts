import { z } from 'zod';
import { dataTypes, fieldTypeNames, optionMeanings } from '#forms/field-types/field-type.ts';
import { pageOf, pageParams } from '../kit/list.ts';
import { cloneRoutes, crudRoutes, defineResource, plainCopy } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { name, optionalText } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';

const meaning = z.enum(optionMeanings).optional();

const option = z.strictObject({
  label: z.string().min(1).max(1000),
  value: z.union([z.string().min(1).max(1000), z.number(), z.boolean()]),
  position: z.int().min(0).optional(),
  /** A used option that was removed: kept for the answers that have it, not offered any more. */
  hidden: z.boolean().optional(),
  /** Why there is no answer, if the option says so. Data quality reports count it by that. */
  meaning,
});

const internalOption = z.strictObject({ internal_form_id: id, internal_field_id: id.nullable().optional() });
const shownInternalOption = z.object({ internal_form_id: id, internal_field_id: id.nullable() });

/** An organization that got a copy of a template. */
export const templateCopy = z.object({ organization_id: id, organization_name: z.string() });

/** What a change to a definition touches: how many responses, and by name what refers to it. */
export const uses = z.object({
  response_count: z.int(),
  forms: z.array(z.object({ id, name: z.string() })),
  fields: z.array(z.object({ id, name: z.string() })),
  rules: z.array(z.string()),
  calculations: z.array(z.string()),
  notifications: z.int(),
  reports: z.array(z.object({ id, name: z.string() })),
  sequences: z.array(z.object({ id, name: z.string() })),
  public_forms: z.int(),
});

/** A question that forms are made of. The rules of its type are in packages/forms. */
export const fields = defineResource({
  name: 'fields',
  ...recordTypes.fields,
  fields: z.object({
    name: name(),
    description: optionalText(2000),
    field_type: z.enum(fieldTypeNames),
    data_type: z.enum(dataTypes),
    metadata: z.record(z.string(), z.unknown()),
    field_options: z.array(option).max(2000),
    /** Where a ref-picker takes its records from: an internal form, and the field of it that names them. */
    internal_option: internalOption.nullable(),
  }),
  optional: ['description', 'data_type', 'metadata', 'field_options', 'internal_option'],
  shown: z.object({
    field_options: z.array(option.extend({ position: z.int() })),
    internal_option: shownInternalOption.nullable(),
    /** The forms that ask it. */
    forms: z.array(z.object({ id, name: z.string(), active: z.boolean() })),
    reports: z.array(z.object({ id, name: z.string() })),
    /** The organizations that got a copy; the platform's own fields only. */
    clones: z.array(templateCopy),
  }),
  filters: z.object({ field_type: z.enum(fieldTypeNames) }),
  sort: ['name', 'field_type', 'created_at', 'updated_at'],
});

const schema = z.object({
  data: z.array(
    z.object({
      field_type: z.enum(fieldTypeNames),
      title: z.string(),
      data_types: z.array(z.enum(dataTypes)),
      metadata: z.record(z.string(), z.unknown()),
      has_options: z.boolean(),
    }),
  ),
});

/** A field as a form carries it: enough to ask it, without the field's own screen. */
export const askedField = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  field_type: z.enum(fieldTypeNames),
  data_type: z.enum(dataTypes),
  metadata: z.record(z.string(), z.unknown()),
  field_options: z.array(
    z.object({
      label: z.string(),
      value: z.union([z.string(), z.number(), z.boolean()]),
      position: z.int(),
      hidden: z.boolean().optional(),
      meaning,
    }),
  ),
  internal_option: shownInternalOption.nullable(),
});

export const fieldRoutes = {
  ...crudRoutes(fields),
  /** What may be put on a form: the fields that the caller may read or use. */
  usable: route({
    method: 'GET',
    path: '/organization/:org/usable_fields/page/:page',
    access: 'member',
    summary: 'List the fields that the caller can put on a form, a page at a time',
    params: pageParams,
    query: fields.query,
    response: pageOf(askedField),
  }),
  ...cloneRoutes(fields, { summary: 'Copy a field', body: plainCopy }),
  uses: route({
    method: 'GET',
    path: '/organization/:org/fields/:id/uses',
    access: { entity: 'fields', action: 'read', on: 'record' },
    summary: 'List what a change to a field affects',
    response: uses,
  }),
  fieldTypes: route({
    method: 'GET',
    path: '/field_types',
    access: 'member',
    summary: 'List the field types with their data types and metadata options',
    response: schema,
  }),
  organizationFieldTypes: route({
    method: 'GET',
    path: '/organization/:org/field_types',
    access: 'member',
    summary: 'List the field types with their data types and metadata options',
    response: schema,
  }),
};
