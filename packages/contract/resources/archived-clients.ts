import { z } from 'zod';
import { listQuery, whole } from '../kit/list.ts';
import { platformReads } from '../kit/platform.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { shownName } from './shown-name.ts';

const archivedClient = z.object({
  id,
  ...shownName,
  organization: z.object({ id, name: z.string() }),
  archive: z.object({
    created_at: timestamp,
    /** Who archived them, as the organization calls them; null where it was no member. */
    administrator: z.object({ first_name: z.string().nullable(), last_name: z.string().nullable() }).nullable(),
  }),
  /** The person into whom they were merged: they are brought back by undoing the merge alone. */
  merged_into: z.object({ id, name: z.string() }).nullable(),
});

/** A restored organization has people under the ids that they have in the one it was made from: then it has to be named. */
const inOrganization = z.strictObject({ organization_id: whole(1, Number.MAX_SAFE_INTEGER).optional() });

const reads = platformReads({
  name: 'archived_clients',
  title: { one: 'archived person', many: 'archived people' },
  query: listQuery(z.strictObject({}), ['name', 'archived_at']),
  record: archivedClient,
  listed: archivedClient,
});

/** The people who were archived, of all organizations. */
export const archivedClientRoutes = {
  ...reads,
  show: route({ ...reads.show, query: inOrganization }),
  remove: route({
    method: 'DELETE',
    path: '/admin/archived_clients/:id',
    access: 'superuser',
    audited: true,
    summary: 'Unarchive a person',
    query: inOrganization,
  }),
};
