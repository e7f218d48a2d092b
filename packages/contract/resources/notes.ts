import { z } from 'zod';
import type { Demand } from '../kit/privileges.ts';
import { pageUnderRoutes, stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { text } from '../kit/text.ts';

const fields = z.strictObject({ body: text(20_000, 'Write the note first') });

/** What staff write down about a person. */
export const notes = {
  name: 'notes',
  /** Who may read the person, and holds notes. */
  access: (action: Demand['action']): Demand => ({ entity: 'notes', action, on: 'entity' }),
  summaries: {
    list: 'List the notes on a person, newest first',
    page: 'List the notes on a person, newest first, a page at a time',
    show: 'Show one note',
    create: 'Write a note on a person',
    update: 'Change a note',
    remove: 'Delete a note',
  },
  record: z.object({
    ...stamps.shape,
    notable_type: z.literal('clients'),
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

export const noteRoutes = {
  ...underRoutes('clients/:client_id', notes),
  ...pageUnderRoutes('clients/:client_id', notes),
  undo: route({
    method: 'POST',
    path: '/organization/:org/clients/:client_id/notes/:id/version_rollbacks',
    access: notes.access('write'),
    audited: true,
    summary: 'Undo the newest change of a note, which is a change of its own; the owner alone may',
    body: z.strictObject({ version_id: id }),
    response: notes.record,
    status: 200,
  }),
};
