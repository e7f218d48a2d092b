import { z } from 'zod';
import { id, route } from '../kit/route.ts';

/** Something in a data dictionary that has no counterpart here, or is not right. */
const remark = z.object({
  /** As a spreadsheet numbers it; null for several rows, which are named. */
  row: z.int().nullable(),
  column: z.string(),
  message: z.string(),
});

const outcome = z.object({
  forms: z.array(
    z.object({
      name: z.string(),
      /** Null while nothing is stored. */
      form_id: id.nullable(),
      /** How many questions the instrument asks, and how many of them become fields. */
      questions: z.int(),
      mapped: z.int(),
      rules: z.int(),
      calculations: z.int(),
      /** What is not taken over. */
      remarks: z.array(remark),
    }),
  ),
});

const access = { entity: 'forms', action: 'write', on: 'entity' } as const;
const path = '/organization/:org/redcap_dictionaries';
const body = z.strictObject({});
const files = { name: /^input$/, accepts: 'the CSV data dictionary of a REDCap project', megabytes: 5 };

/** Forms as the data dictionaries of REDCap projects describe them. */
export const redcapDictionaryRoutes = {
  check: route({
    method: 'POST',
    path: `${path}/check`,
    access,
    summary: 'Preview the forms a REDCap data dictionary would create, without saving',
    body,
    files,
    response: outcome,
    status: 200,
  }),
  import: route({
    method: 'POST',
    path,
    access,
    summary: 'Create an inactive form with new fields from each instrument of a REDCap data dictionary',
    body,
    files,
    response: outcome,
  }),
};
