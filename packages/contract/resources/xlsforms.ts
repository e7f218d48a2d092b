import { z } from 'zod';
import { id, route } from '../kit/route.ts';
import { formTypes } from './forms.ts';

/** Something in an XLSForm that has no counterpart here, or is not right. */
const remark = z.object({
  sheet: z.string(),
  /** As the spreadsheet numbers it; null for the sheet as a whole. */
  row: z.int().nullable(),
  message: z.string(),
});

const outcome = z.object({
  name: z.string(),
  /** How many questions the file asks, and how many of them become fields. */
  questions: z.int(),
  mapped: z.int(),
  rules: z.int(),
  calculations: z.int(),
  /** The languages that its columns translate it into, by name. */
  languages: z.array(z.string()),
  /** What is not taken over. */
  remarks: z.array(remark),
});

const body = z.strictObject({ form_type: z.enum(formTypes).optional() });
const access = { entity: 'forms', action: 'write', on: 'entity' } as const;

const files = { name: /^input$/, accepts: 'an XLSForm workbook (.xlsx)' };

/** Forms as XLSForm workbooks, the standard of the field's form tools. */
export const xlsformRoutes = {
  check: route({
    method: 'POST',
    path: '/organization/:org/xlsforms/check',
    access,
    summary: 'Preview the form an XLSForm would create, without saving',
    body,
    files,
    response: outcome,
    status: 200,
  }),
  import: route({
    method: 'POST',
    path: '/organization/:org/xlsforms',
    access,
    summary: 'Create an inactive form with new fields from an XLSForm',
    body,
    files,
    response: outcome.extend({ form_id: id }),
  }),
  export: route({
    method: 'GET',
    path: '/organization/:org/forms/:id/xlsform',
    access: { entity: 'forms', action: 'read', on: 'record' },
    summary: 'Download a form as an XLSForm workbook',
    download: true,
  }),
};
