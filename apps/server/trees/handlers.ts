import { pageSize } from '#contract/kit/list.ts';
import type { AccessScope } from '#server/access/scopes.ts';
import { findFor } from '#server/kit/crud.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { countsOf, recordsIn } from './attached.ts';
import { recordOfPath, setStanding, standingOf } from './record-memberships.ts';
import { type AttachedType, pickable, type Tree } from './tree.ts';

type OfRecord<T> = { params: { record_type: T; record_id: number } };
type InOne<T> = {
  params: { id: number; page: number };
  query: { record_type: T; page_size?: number | undefined };
};

type Spec<T extends AttachedType, N extends 'data_groups' | 'categories'> = {
  /** What finds one of the tree for a caller. */
  find: { table: N; scope: AccessScope<N> };
  /** Whether the list of a record is changed by those alone who may change the record. */
  changesRecord: boolean;
  /** What follows for a record that was taken out by hand. */
  afterRemoval?: (context: MemberContext, record: OfRecord<T>['params'], ids: number[]) => Promise<void>;
};

/** The handlers of treeRoutes(). */
export const treeHandlers = <
  K extends 'data_group' | 'category',
  T extends AttachedType,
  N extends 'data_groups' | 'categories',
>(
  tree: Tree<K, T>,
  { find, changesRecord, afterRemoval = async () => {} }: Spec<T, N>,
) => {
  const standing = async (context: MemberContext, record: OfRecord<T>['params']) => {
    const rows = await standingOf(context, tree, record);
    type Entry = { id: number; path_name: string; automatic: boolean } & { [P in `${K}_id`]: number };
    return { data: rows.map(({ node_id, ...row }) => ({ ...row, [`${tree.one}_id`]: node_id }) as Entry) };
  };
  type MembershipInput = { [P in `${K}_records`]: { [Q in `${K}_id`]: number }[] } & { seen?: number[] | undefined };
  return {
    pickable: async (_: object, context: MemberContext) => ({ data: await pickable(context, tree) }),
    records: async ({ params, query }: InOne<T>, context: MemberContext) => {
      const { id } = await findFor(find, params.id, context);
      const { record_type, page_size = pageSize } = query;
      const [data, countOf] = await Promise.all([
        recordsIn(context, tree, { id, type: record_type, page: params.page, page_size }),
        countsOf(context, { ...tree, types: [record_type] }, [id]),
      ]);
      const total_count = countOf(id)[0]?.count ?? 0;
      const total_pages = Math.ceil(total_count / page_size);
      return { data, metadata: { page: params.page, page_size, total_count, total_pages } };
    },
    ofRecord: async ({ params }: OfRecord<T>, context: MemberContext) => {
      await recordOfPath(context, params, false);
      return standing(context, params);
    },
    setOfRecord: async ({ params, body }: OfRecord<T> & { body: MembershipInput }, context: MemberContext) => {
      await recordOfPath(context, params, changesRecord);
      const entries = body[`${tree.one}_records`];
      const ids = entries.map((entry) => entry[`${tree.one}_id`]);
      const gone = await setStanding(context, tree, { ...params, ids, seen: body.seen });
      if (gone.length) await afterRemoval(context, params, gone);
      return standing(context, params);
    },
  };
};
