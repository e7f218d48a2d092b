import { z } from 'zod';
import type { Demand } from '../kit/privileges.ts';
import { pageUnderRoutes, stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { text } from '../kit/text.ts';
import { recordType } from './records.ts';

const fields = z.strictObject({ body: text(20_000, 'Enter a note') });

/** What staff write down about a record. */
export const notes = {
  name: 'notes',
  /** Notes need their own privilege, and read on the record that they are on. */
  access: (action: Demand['action']): Demand => ({ entity: 'notes', action, on: 'entity' }),
  summaries: {
    list: 'List the notes on a record, newest first',
    page: 'List the notes on a record, newest first, a page at a time',
    show: 'Show one note',
    create: 'Write a note on a record',
    update: 'Change a note',
    remove: 'Delete a note',
  },
  record: z.object({
    ...stamps.shape,
    notable_type: recordType,
    notable_id: id,
    body: z.string(),
    /** Who wrote it. */
    user_id: id,
    user: z.object({ first_name: z.string().nullable(), last_name: z.string().nullable() }),
    /** The newest change of it, where the caller may undo that: the owner alone. */
    undoable_version_id: id.nullable(),
  }),
  create: fields,
  changes: fields.partial().extend({ lock_version: z.int().optional() }),
} as const;

const above = ':notable_type/:notable_id';
const params = { notable_type: recordType };

export const noteRoutes = {
  ...underRoutes(above, { ...notes, params }),
  ...pageUnderRoutes(above, { ...notes, params }),
  undo: route({
    method: 'POST',
    path: '/organization/:org/:notable_type/:notable_id/notes/:id/version_rollbacks',
    access: notes.access('write'),
    audited: true,
    params,
    summary: 'Undo the newest change of a note, as the owner; recorded as a new change',
    body: z.strictObject({ version_id: id }),
    response: notes.record,
    status: 200,
  }),
};
