import { z } from 'zod';
import { storedRules } from '#forms/definition/rule.ts';
import { fieldTypeNames } from '#forms/field-types/field-type.ts';
import { normalTime } from '#forms/publishing/window.ts';
import { fiscalYearStartMonth, weekStart } from '../kit/calendar.ts';
import { listOf } from '../kit/list.ts';
import { asAbove, stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { email, moment, timestamp } from '../kit/text.ts';
import { calculation } from './calculations.ts';
import { answerFiles, givenAnswers } from './client-forms.ts';
import { formField } from './forms.ts';

const timeOfDay = z
  .string()
  .max(20, 'Enter a time like 09:00 AM')
  .transform((text, context) => {
    const time = normalTime(text);
    if (time === null) context.issues.push({ code: 'custom', message: 'Enter a time like 09:00 AM', input: text });
    return time ?? z.NEVER;
  })
  .nullable();

const fields = z.strictObject({
  /** Said again for who names it in the body as well. */
  form_id: id.optional(),
  published_at: moment.nullable(),
  expired_at: moment.nullable(),
  /** 0 is Sunday; empty is every day. */
  dow: z
    .array(z.int('Choose weekdays from 0, Sunday, to 6').min(0).max(6))
    .max(7, 'Choose each weekday once')
    .transform((days) => [...new Set(days)].toSorted()),
  time_start: timeOfDay,
  time_end: timeOfDay,
  translate: z.boolean(),
  is_active: z.boolean(),
});

const window = {
  published_at: timestamp.nullable(),
  expired_at: timestamp.nullable(),
  dow: z.array(z.int()),
  time_start: z.string().nullable(),
  time_end: z.string().nullable(),
  translate: z.boolean(),
  is_active: z.boolean(),
};

/** Where and when anybody who has the link may fill in a form. */
export const publishSetting = z.object({
  ...stamps.shape,
  form_id: id,
  ...window,
  access_key: z.string(),
  /** The address to give away. */
  link: z.string(),
  /** By the form, the switch and the clock, now. */
  status: z.enum(['active', 'inactive', 'not_published']),
  /** When it opens or closes next by itself. */
  next_change: z.object({ at: timestamp, opens: z.boolean() }).nullable(),
  time_zone: z.string(),
});

export const publishSettings = {
  name: 'public_forms',
  access: asAbove('forms'),
  summaries: {
    list: 'List the publish settings of a form',
    show: 'Show one publish setting',
    create: 'Add a publish setting to a form',
    update: 'Change a publish setting',
    remove: 'Delete a publish setting; its responses are kept',
  },
  record: publishSetting,
  create: fields.partial(),
  changes: fields.partial().extend({ lock_version: z.int().optional() }),
} as const;

const ofForm = '/organization/:org/forms/:form_id/public_forms';
const write = { entity: 'forms', action: 'write', on: 'record' } as const;

/** A publish setting as the area of public responses lists it. */
export const publicForm = z.object({
  ...stamps.shape,
  ...window,
  form_id: id,
  name: z.string(),
  access_key: z.string(),
  status: publishSetting.shape.status,
  next_change: publishSetting.shape.next_change,
  /** It was taken away; only what was answered by it is left. */
  removed: z.boolean(),
  response_count: z.int(),
  /** Of these, so many wait to be told whose they are. */
  unlinked_count: z.int(),
  last_response_at: timestamp.nullable(),
  fields: z.array(z.object({ id, name: z.string(), field_type: z.enum(fieldTypeNames), is_quick_view: z.boolean() })),
});

const open = '/public/public_forms/:access_key';
/** Whatever stands there: what names no form that is open is answered alike. */
const params = { access_key: z.string().max(200) };
const start_token = z.string('Reload the form').min(1).max(500);
const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Choose a language of the form')
  .max(35);

/** A form as a stranger fills it in: nothing of who made it, and nothing that others answered. */
const openForm = z.object({
  id,
  access_key: z.string(),
  ...window,
  name: z.string(),
  description: z.string().nullable(),
  organization: z.object({
    name: z.string(),
    logo: z.string().nullable(),
    time_zone: z.string(),
    week_starts_on: weekStart,
    fiscal_year_start_month: fiscalYearStartMonth,
  }),
  fields: z.array(formField),
  logic: storedRules,
  calculations: z.array(calculation),
  /** The languages to choose from besides English, where its publish setting says Translate. */
  languages: z.array(z.object({ code: z.string(), own_name: z.string(), direction: z.enum(['ltr', 'rtl']) })),
  /** Names this filling in, and proves that it began while the form was open. */
  start_token: z.string(),
});

const byField = z.record(
  z.string().regex(/^[1-9]\d{0,15}$/, 'Use the IDs of the fields as the keys of the answers'),
  z.strictObject({ value: z.unknown(), settled: z.boolean().optional() }),
);
/** As a list, or keyed by field id. */
export const keyedAnswers = z.union([
  givenAnswers,
  byField.transform((keyed) =>
    Object.entries(keyed).map(([field, answer]) => ({ field_id: Number(field), ...answer })),
  ),
]);

const draftCode = z.string().max(40);

/** Publish settings, and the forms that they open to who has no account. */
export const publicFormRoutes = {
  ...underRoutes('forms/:form_id', publishSettings),
  /** The same change where the id stands in the body. */
  updateNamed: route({
    method: 'PUT',
    path: ofForm,
    access: write,
    summary: 'Change the publish setting whose ID is in the body',
    body: publishSettings.changes.extend({ id }),
    response: publishSetting,
  }),
  newLink: route({
    method: 'POST',
    path: `${ofForm}/:id/new_link`,
    access: write,
    audited: true,
    summary: 'Give a publish setting a new link; the old one stops working',
    body: z.strictObject({ lock_version: z.int().optional() }).optional(),
    response: publishSetting,
    status: 200,
  }),
  all: route({
    method: 'GET',
    path: '/organization/:org/public_forms',
    access: { entity: 'public_forms', action: 'read', on: 'any' },
    summary: 'List the public forms with their number of responses',
    response: listOf(publicForm),
  }),
  open: route({
    method: 'GET',
    path: open,
    access: 'public',
    params,
    /** The start of who fills it in already: they can have it for as long as their answers are taken. */
    query: z.strictObject({ start_token: start_token.optional() }),
    summary: 'Show a public form for filling in, on the host of its organization',
    secret: true,
    response: openForm,
  }),
  words: route({
    method: 'GET',
    path: `${open}/translations/:language`,
    access: 'public',
    params: { ...params, language: z.string().max(35) },
    summary: 'Show the texts of a public form in another language',
    /** By their keys, such as `field.12.name`; what is not here stays as the form says it. */
    response: z.object({ language: z.string(), texts: z.record(z.string(), z.string()) }),
  }),
  submit: route({
    method: 'POST',
    path: `${open}/public_form_instances`,
    access: 'public',
    params,
    summary: 'Submit the answers to a public form',
    body: z.strictObject({
      answers: keyedAnswers,
      start_token,
      language: language.optional(),
      /** Nobody sees it. Whoever fills it in is a program. */
      website: z.string().max(2000).nullable().optional(),
      /** What was kept to finish later ends with this. */
      draft_code: draftCode.nullable().optional(),
    }),
    files: answerFiles,
    response: z.object({
      reference: z.string(),
      received_at: timestamp,
      /** Where the organization sends who has answered. */
      redirect_url: z.string().nullable(),
    }),
  }),
  keep: route({
    method: 'POST',
    path: `${open}/drafts`,
    access: 'public',
    params,
    summary: 'Save a draft, to finish later with a code',
    body: z.strictObject({
      start_token,
      content: z.string().max(200_000, 'Your answers are too long to save. Submit the form, or shorten the answers.'),
      /** The one from before: it goes on to open what is kept. */
      code: draftCode.nullable().optional(),
      /** Where to send the code. */
      email: email.nullable().optional(),
    }),
    secret: true,
    response: z.object({ code: z.string(), kept_until: timestamp, mailed: z.boolean() }),
  }),
  resume: route({
    method: 'POST',
    path: `${open}/drafts/open`,
    access: 'public',
    params,
    summary: 'Show the draft saved under a code',
    body: z.strictObject({ code: draftCode }),
    secret: true,
    response: z.object({ content: z.string(), kept_until: timestamp }),
    status: 200,
  }),
};
