import { z } from 'zod';
import { fieldSettings } from '#forms/definition/field-settings.ts';
import { ruleCondition, rules, storedRules } from '#forms/definition/rule.ts';
import { fieldTypeNames } from '#forms/field-types/field-type.ts';
import { isWebAddress } from '#forms/field-types/web-address.ts';
import { byCategory, personName } from '../kit/list.ts';
import { cloneRoutes, copyOf, crudRoutes, defineResource } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { name, optionalText, timestamp } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';
import { calculation, calculationChange, resultsChoice } from './calculations.ts';
import { askedField, fields, templateCopy, uses } from './fields.ts';
import { startedJob } from './jobs.ts';

/** So many fields a form takes. */
export const maxFormFields = 1000;
export const formTypes = ['client', 'internal'] as const;
export type FormType = (typeof formTypes)[number];

const entry = z.strictObject({
  /** Carried back as it was shown; the field is what names an entry. */
  id: id.optional(),
  field_id: id,
  /** A field that is made with the form; `field_id` is then any number by which the rest of what is sent speaks of it. */
  field: fields.create.optional(),
  is_required: z.boolean().optional(),
  /** Carried back as it was shown: it follows from when the question was added or made required. */
  required_since: timestamp.optional(),
  is_quick_view: z.boolean().optional(),
  is_locked: z.boolean().optional(),
  position: z.int().min(0).optional(),
  settings: fieldSettings.optional(),
  parameters_mapping: z.record(z.string(), id).optional(),
});

/** An entry of a form as it is shown. */
export const formField = z.object({
  id,
  field_id: id,
  field_type: z.enum(fieldTypeNames),
  is_required: z.boolean(),
  /** Since when it is asked, or required: responses recorded before need no answer. */
  required_since: timestamp,
  is_quick_view: z.boolean(),
  is_locked: z.boolean(),
  position: z.int(),
  settings: fieldSettings,
  parameters_mapping: z.record(z.string(), id),
  field: askedField,
});

/** An ordered set of fields to be answered together. */
export const forms = defineResource({
  name: 'forms',
  ...recordTypes.forms,
  fields: z.object({
    name: name(),
    description: optionalText(2000),
    active: z.boolean(),
    form_type: z.enum(formTypes),
    redirect_url: z
      .string()
      .max(2000, { abort: true })
      .refine((text) => isWebAddress(text, ['https:']), 'Enter an address like https://example.org/thanks')
      .nullable(),
    form_fields: z
      .array(entry, { error: 'Please add at least one field to this form.' })
      .min(1, 'Please add at least one field to this form.')
      .max(maxFormFields, `A form can have at most ${maxFormFields} fields`),
    logic: rules,
    /** Those that are added, changed or removed with the form; calculations that are not named stay as they are. */
    calculations: z.array(calculationChange).max(500),
    /** What becomes of results that responses have, where a calculation changes. They are kept unless this says otherwise. */
    results: resultsChoice,
    /** The approved affiliations of which the caller's organization is the owner, and that get this form. Needs write on affiliations to change. */
    affiliation_ids: z.array(id).max(500),
  }),
  optional: [
    'description',
    'active',
    'form_type',
    'redirect_url',
    'logic',
    'calculations',
    'results',
    'affiliation_ids',
  ],
  shown: z.object({
    // Both may be from times when more was taken.
    logic: storedRules,
    redirect_url: z.string().nullable(),
    form_fields: z.array(formField),
    field_ids: z.array(id),
    is_owned: z.boolean(),
    /** The organization whose form it is, when it last changed it, and when it stopped sharing it; null for one's own. */
    shared_by: z
      .object({ id, name: z.string(), changed_at: timestamp.nullable(), ended_at: timestamp.nullable() })
      .nullable(),
    calculations: z.array(calculation),
    /** It is sent and never shown. */
    results: z.never().optional(),
    sequences: z.array(z.object({ id, name: z.string() })),
    reports: z.array(z.object({ id, name: z.string() })),
    /** The organizations that got a copy; the platform's own forms only. */
    clones: z.array(templateCopy),
    is_public: z.boolean(),
    public_forms: z.array(z.object({ id })),
    /** The address of the organization's logo. */
    logo: z.string().nullable(),
    translate: z.boolean(),
    /** How many answers the caller's organization has recorded with it. */
    response_count: z.int(),
  }),
  // A list needs the forms' names and states, not all their fields.
  unlisted: [
    'form_fields',
    'response_count',
    'logic',
    'calculations',
    'sequences',
    'reports',
    'clones',
    'public_forms',
    'logo',
  ],
  /** `shared`: other organizations' forms that are shared with this one. */
  filters: z.object({
    active: z.boolean(),
    inactive: z.boolean(),
    form_type: z.enum(formTypes),
    shared: z.literal(true),
  }),
  sort: ['name', 'active', 'created_at', 'updated_at'],
  search: byCategory,
});

/** A condition or a calculation is tried on so many of the newest responses. */
export const maxTried = 1000;
/** So many fields are answered when something is tried. */
export const maxTrialFields = 200;

const formTrial = z.object({
  /** How many of the responses meet the condition; null without a condition. */
  matching: z.int().nullable(),
  /** How many responses were looked at, the newest that the caller can read: those of `latest` alone without a condition. */
  responses: z.int(),
  /** Whether there are older ones that were not looked at. */
  has_more: z.boolean(),
  /** The newest of them, to try it with. */
  latest: z.array(
    z.object({
      id,
      /** Null for a record of an internal form, which has a title. */
      client: personName.nullable(),
      title: z.string().nullable(),
      completed_at: timestamp,
      matches: z.boolean().nullable(),
      /** The answers to the fields that were asked for or that the condition reads, by field ID. */
      answers: z.record(z.string(), z.unknown()),
      /** What the condition reads of the person and of the response. */
      scopes: z.object({
        client: z.record(z.string(), z.unknown()),
        response: z.record(z.string(), z.unknown()),
      }),
    }),
  ),
});

/** A form as lists show it. */
export const listedForm = forms.listed;

export const formRoutes = {
  ...crudRoutes(forms),
  fields: route({
    method: 'GET',
    path: '/organization/:org/forms/:id/fields',
    access: { entity: 'forms', action: 'read', on: 'record' },
    summary: 'List the fields of a form, in their order',
    response: z.object({ data: z.array(formField) }),
  }),
  clone: route({
    ...cloneRoutes(forms, {
      summary: 'Copy a form with its rules, calculations and notifications and, on request, its responses in a job',
      body: z.strictObject({ include_data: z.boolean() }).partial().optional(),
    }).clone,
    /** `job` copies the responses, when they follow. */
    response: copyOf(forms).extend({ job: startedJob.optional() }),
  }),
  uses: route({
    method: 'GET',
    path: '/organization/:org/forms/:id/uses',
    access: { entity: 'forms', action: 'read', on: 'record' },
    summary: 'List what a change to a form affects',
    response: uses,
  }),
  trial: route({
    method: 'POST',
    path: '/organization/:org/forms/:id/trial',
    access: { entity: 'forms', action: 'read', on: 'record' },
    audited: true,
    summary: 'Try a condition on the newest responses that the caller can read, without saving',
    status: 200,
    heavy: true,
    body: z.strictObject({
      condition: ruleCondition.optional(),
      /** The field that the rule acts on. */
      field_id: id.optional(),
      /** The fields whose answers are wanted. */
      field_ids: z.array(id).max(maxTrialFields, `Choose at most ${maxTrialFields} fields`).optional(),
    }),
    response: formTrial,
  }),
  prePopulate: route({
    method: 'GET',
    path: '/organization/:org/forms/:id/pre_populate',
    access: { entity: 'client_forms', action: 'read', on: 'any' },
    audited: true,
    summary: 'Show a person’s latest answers that fill in fields of a form',
    query: z.strictObject({
      client_id: z
        .string()
        .regex(/^[1-9]\d{0,15}$/, 'Choose a person')
        .transform(Number),
    }),
    response: z.object({
      answers: z.array(
        z.object({
          field_id: id,
          value: z.unknown(),
          form_name: z.string(),
          completed_at: timestamp,
          /** The date question by which it is the latest, with its answer, YYYY-MM-DD; null where that is Time Recorded. */
          date: z.object({ name: z.string(), value: z.string() }).nullable(),
        }),
      ),
    }),
  }),
  /** What may be filled in for a person: the forms that the caller may read or use. */
  fillable: route({
    method: 'GET',
    path: '/organization/:org/fillable_forms',
    access: { entity: 'client_forms', action: 'write', on: 'any' },
    summary: 'List the client forms that the caller can fill in, including inactive ones',
    response: z.object({ data: z.array(z.object({ id, name: z.string(), active: z.boolean() })) }),
  }),
  fillableForm: route({
    method: 'GET',
    path: '/organization/:org/fillable_forms/:id',
    access: { entity: 'client_forms', action: 'write', on: 'any' },
    summary: 'Show one form with everything needed to fill it in',
    response: forms.record,
  }),
};
