import type { contract } from '#contract/index.ts';
import { storeContent } from '#server/kit/files/store-file.ts';
import type { Loose } from '#tests/server/harness.ts';
import type { World } from './world.ts';

/** A request that the right person can send: the owner of the world, unless `as` names someone else. */
export type Example = Pick<Loose, 'params' | 'query' | 'body' | 'files'> & { as?: Loose['as'] | 'superuser' };

/** Makes an example in a world. Creates whatever the request uses up, so that it can be made again. */
export type BuildExample = (world: World) => Example | Promise<Example>;

export type Feature = keyof typeof contract;

/** A successful request for each route of these features; a route without one doesn't compile. */
export type Examples<F extends Feature> = { [feature in F]: Record<keyof (typeof contract)[feature], BuildExample> };

// What the examples of several domains share:

export const listQuery = { sort: [{ field: 'created_at', order: 'desc' }], query: 'a' };
export const firstPage = { params: { page: 1 }, query: listQuery };

export const clientParams = ({ client }: World) => ({ client_id: client.id });
export const recordParams = ({ client }: World) => ({ record_type: 'clients', record_id: client.id });

/** A response to the world's form. */
export const answersBody = ({ form, fieldsOf, text }: World) => ({
  form_id: form.id,
  answers: [{ field_id: fieldsOf(form)[0], value: text('Answer') }],
});

/** Creates a finished export, without running its job. Returns its ID. */
export const createExport = async (
  { server, owner, organization }: World,
  type: string,
  record_id: number,
): Promise<number> => {
  const content = { filename: 'made.csv', content_type: 'text/csv', content: Buffer.from('a') };
  const { storage_key } = await storeContent(server.services.storage, content, async () => {});
  const [row] = await server.query<{ id: string }>(
    `insert into exports (organization_id, subject_type, subject_id, record_id, user_id, state, filename, content_type, storage_key, options)
     values ($1, $2, $3, $3, $4, 'succeeded', 'made.csv', 'text/csv', $5, '{"query": {}}') returning id`,
    [organization.id, type, record_id, owner.id, storage_key],
  );
  return Number(row?.id);
};
