import type { z } from 'zod';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import type { attachedRecord } from '#contract/resources/trees.ts';
import { type Place, places } from '#web/access/places.ts';
import { call } from '#web/kit/api.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { write } from '#web/kit/use-record.ts';

/** A record that may stand in a tree. */
export type Holder = { type: 'clients' | 'client_forms' | 'forms' | 'report_definitions'; id: number };

/** Where a record stands: `node_id` is the data group or category. */
export type NodeMembership = { id: number; node_id: number; path_name: string; automatic: boolean };

/** One that may be chosen. */
export type Choice = {
  id: number;
  name: string;
  path_name: string;
  parent_id: number | null;
  depth: number;
  smart: boolean;
};

export type AttachedRecord = z.output<
  ReturnType<typeof attachedRecord<readonly ['clients', 'client_forms', 'forms', 'report_definitions']>>
>;

/** What differs between the two trees: their words and their routes. */
export type Tree = Place & {
  /** Of the dialog, and its entry among the actions. */
  manage: string;
  usePickable: (enabled?: boolean) => {
    data: { data: Choice[] } | undefined;
    isError: boolean;
    refetch: () => unknown;
  };
  useStanding: (holder: Holder) => { data: NodeMembership[] | undefined; isError: boolean; refetch: () => unknown };
  standingNow: (holder: Holder) => Promise<NodeMembership[]>;
  /** Replaces the list of a record, if it is still what was `seen`. */
  save: (holder: Holder, ids: number[], seen: number[]) => Promise<unknown>;
};

type Routes = Pick<typeof dataGroupRoutes | typeof categoryRoutes, 'pickable' | 'ofRecord' | 'setOfRecord'>;

/** @param key what the wire calls one of the tree */
const treeOf = (place: Place, manage: string, { key, routes }: { key: string; routes: Routes }): Tree => {
  const sentOf = ({ type, id }: Holder) => ({ params: { record_type: type, record_id: id } });
  const listed = (answer: unknown): NodeMembership[] =>
    (answer as { data: (NodeMembership & Record<string, number>)[] }).data.map((entry) => ({
      ...entry,
      node_id: entry[`${key}_id`] as number,
    }));
  const { pickable, setOfRecord } = routes;
  const ofRecord: RouteSpec = routes.ofRecord;
  return {
    ...place,
    manage,
    usePickable: (enabled = true) => useRouteQuery(pickable, {}, { enabled }),
    useStanding: (holder) => {
      const { data, isError, refetch } = useRouteQuery(ofRecord, sentOf(holder) as RequestInput<RouteSpec>);
      const answer: unknown = data;
      return { data: answer === undefined ? undefined : listed(answer), isError, refetch };
    },
    standingNow: async (holder) => listed(await call(ofRecord, sentOf(holder) as RequestInput<RouteSpec>)),
    save: (holder, ids, seen) => {
      const body = { [`${key}_records`]: ids.map((id) => ({ [`${key}_id`]: id })), seen };
      return write<RouteSpec>(setOfRecord, { sent: { ...sentOf(holder), body } as RequestInput<RouteSpec> });
    },
  };
};

export const dataGroupTree = treeOf(places.data_groups, 'Manage Data Groups', {
  key: 'data_group',
  routes: dataGroupRoutes,
});
export const categoryTree = treeOf(places.categories, 'Manage Categories', { key: 'category', routes: categoryRoutes });
