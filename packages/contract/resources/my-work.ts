import { z } from 'zod';
import { listOf, personName } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';

/** What somebody has a draft of, in the names of what it is for. */
const leftDraft = z.object({
  subject: z.string(),
  /** Of the newest draft of it. */
  saved_at: timestamp,
  /** The form or report that it is for; null where that is a new one, or a person alone. */
  name: z.string().nullable(),
  /** The form of a response or record that is there already. */
  form_id: id.nullable(),
  /** The person whom it is about. */
  client: personName.nullable(),
});
export type LeftDraft = z.output<typeof leftDraft>;

/** What concerns the caller alone: told beside the dashboard. */
export const myWorkRoutes = {
  responses: route({
    method: 'GET',
    path: '/organization/:org/client_forms/own',
    access: { entity: 'client_forms', action: 'read', on: 'any' },
    summary: 'The responses that the caller recorded last, newest first, without answers',
    response: listOf(z.object({ id, form_id: id, form_name: z.string(), client: personName, created_at: timestamp })),
  }),
  drafts: route({
    method: 'GET',
    path: '/organization/:org/drafts/left',
    access: 'member',
    summary: 'List what one has drafts of and may still do, the newest first',
    response: listOf(leftDraft),
  }),
};
