import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { formDifference } from './form-differences.ts';

/** One thing that taking an update adds, changes or removes. */
const difference = formDifference.extend({
  /** Whether the organization changed what is replaced. */
  is_changed_here: z.boolean(),
});

const update = z.object({
  /** Names what is shown: sent back by who takes or leaves it. */
  version: z.string(),
  template_name: z.string(),
  /** When the template, or the update before, was taken. */
  taken_at: timestamp,
  /** Whether it was left: then it is not offered until the template changes again. */
  is_left: z.boolean(),
  differences: z.array(difference),
});

const path = '/organization/:org/forms/:id/template_update';
const access = { entity: 'forms', action: 'write', on: 'record' } as const;

/** What the platform changed in a template since an organization got its copy: looked at, and taken or left. */
export const templateUpdateRoutes = {
  offered: route({
    method: 'GET',
    path: '/organization/:org/template_updates',
    access: { entity: 'forms', action: 'write', on: 'any' },
    summary: 'List the forms with an open template update',
    response: listOf(
      z.object({
        form_id: id,
        form_name: z.string(),
        /** The fields here that it would change or take off the form. */
        field_ids: z.array(id),
        count: z.int(),
      }),
    ),
  }),
  show: route({
    method: 'GET',
    path,
    access,
    summary: 'Show changes to a form’s template since its last update',
    /** Null for a form without a template, and while both are alike. */
    response: z.object({ update: update.nullable() }),
  }),
  decide: route({
    method: 'POST',
    status: 200,
    path,
    access,
    summary: 'Accept the update of a form’s template, or ignore it until the template changes again',
    body: z.strictObject({
      version: z.string('Send the version of the update that you reviewed').max(100),
      decision: z.enum(['take', 'leave'], 'Choose take or leave'),
    }),
    response: z.object({ form_id: id, decision: z.enum(['take', 'leave']) }),
  }),
};

export type TemplateUpdate = z.output<typeof update>;
