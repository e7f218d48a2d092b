import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';

/** A field of a form, as the dashboard's settings name it. */
const namedField = z.object({ id, form_id: id, form_name: z.string(), field_name: z.string() });

/** There is one, for all people of an organization. */
const dashboard = z.object({
  id: z.literal(1),
  /** Form fields in their order. The names of those that the caller may not see are null. */
  fields: z.array(
    namedField.extend({
      form_name: namedField.shape.form_name.nullable(),
      field_name: namedField.shape.field_name.nullable(),
    }),
  ),
});

const path = '/organization/:org/client_dashboard';

/** Answers at the top of a person's page: which they are, and what they are for one person. */
export const clientDashboardRoutes = {
  show: route({
    method: 'GET',
    path,
    access: { entity: 'clients', action: 'read', on: 'any' },
    summary: 'List the answers shown at the top of each person’s page',
    response: dashboard,
  }),
  set: route({
    method: 'POST',
    path,
    access: { entity: 'dashboards', action: 'write', on: 'entity' },
    summary: 'Choose the answers shown at the top of each person’s page, in order',
    body: z.strictObject({
      form_field_ids: z.array(id).max(50, 'Choose at most 50 fields'),
    }),
    response: dashboard,
    status: 200,
  }),
  offered: route({
    method: 'GET',
    path: `${path}/form_fields`,
    access: { entity: 'dashboards', action: 'write', on: 'entity' },
    summary: 'List the fields the caller can choose: fields of client forms they can see or fill in',
    response: listOf(namedField),
  }),
  answers: route({
    method: 'GET',
    path: '/organization/:org/clients/:client_id/client_fields_answers',
    access: { entity: 'client_forms', action: 'read', on: 'any' },
    audited: true,
    summary: 'Show a person’s latest answers to the dashboard fields that the caller can see',
    response: z.object({
      /** The person's. */
      id,
      client_fields: z.array(
        z.object({
          formName: z.string(),
          fieldName: z.string(),
          /** The response that holds the answer, and when that was recorded; null where there is none. */
          clientFormId: id.nullable(),
          completedAt: timestamp.nullable(),
          formId: id,
          formFieldId: id,
          answer: z.string().nullable(),
        }),
      ),
    }),
  }),
};
