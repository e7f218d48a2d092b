import { z } from 'zod';
import { id, route } from '../kit/route.ts';
import { startedJob } from './jobs.ts';
import { chosenValues } from './merges.ts';

/** What is said when people were marked as distinct. */
export const markedDistinct = 'The clients have been marked as distinct.';

/** The most that are merged, or told apart, at once. */
export const maxAtOnce = 10;

const tooMany = `Choose at most ${maxAtOnce} people`;
const others = z
  .array(id)
  .min(1, 'Choose someone else')
  .max(maxAtOnce - 1, tooMany);

const access = { entity: 'clients', action: 'write', on: 'any' } as const;
const path = '/organization/:org/merge_clients';

/** What is decided about possible duplicates: that they are one person, or that they are not. */
export const mergeClientRoutes = {
  create: route({
    method: 'POST',
    path,
    access,
    audited: true,
    summary: 'Merge people who may be the same into the master in a job (202), or mark them as distinct (200)',
    body: z.strictObject({
      master_client_id: id,
      client_ids: others,
      /** True merges, false marks as distinct. */
      is_duplicate: z.boolean(),
      /** Of a merge. */
      values: chosenValues.optional(),
    }),
    status: 200,
    response: z.union([startedJob, z.object({ message: z.literal(markedDistinct) })]),
  }),
  undismiss: route({
    method: 'POST',
    path: `${path}/undismiss`,
    access,
    audited: true,
    summary: 'Undo marking these people as distinct',
    body: z.strictObject({ client_ids: z.array(id).min(2, 'Choose two people').max(maxAtOnce, tooMany) }),
    status: 200,
    response: z.object({
      /** How many pairs count as possible duplicates again. */
      reopened: z.int(),
    }),
  }),
};
