import type { z } from 'zod';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import type { attachedRecord } from '#contract/resources/trees.ts';
import { type Place, places } from '#web/access/places.ts';
import { useAnswer } from '#web/kit/answers.ts';
import { call } from '#web/kit/api.ts';
import { write } from '#web/kit/use-record.ts';

/** A record that may stand in a tree. */
export type Holder = { type: 'clients' | 'client_forms' | 'forms'; id: number };

/** Where a record stands: `node_id` is the data group or category. */
export type Standing = { id: number; node_id: number; path_name: string; automatic: boolean };

/** One that may be chosen. */
export type Choice = {
  id: number;
  name: string;
  path_name: string;
  parent_id: number | null;
  depth: number;
  smart: boolean;
};

export type Attached = z.output<ReturnType<typeof attachedRecord<readonly ['clients', 'client_forms', 'forms']>>>;

/** What differs between the two trees: their words and their routes. */
export type Tree = Place & {
  /** Of the dialog, and its entry among the actions. */
  manage: string;
  usePickable: (enabled?: boolean) => {
    data: { data: Choice[] } | undefined;
    isError: boolean;
    refetch: () => unknown;
  };
  useStanding: (holder: Holder) => { data: Standing[] | undefined; isError: boolean; refetch: () => unknown };
  standingNow: (holder: Holder) => Promise<Standing[]>;
  /** Replaces the list of a record, if it is still what was `seen`. */
  save: (holder: Holder, ids: number[], seen: number[]) => Promise<unknown>;
};

const groupsOf = ({ type, id }: Holder) => ({
  params: { record_type: type as 'clients' | 'client_forms', record_id: id },
});
const categoriesOf = ({ type, id }: Holder) => ({
  params: { record_type: type as 'clients' | 'forms', record_id: id },
});

type GroupEntry = Omit<Standing, 'node_id'> & { data_group_id: number };
type CategoryEntry = Omit<Standing, 'node_id'> & { category_id: number };
const ofGroup = ({ data_group_id: node_id, ...entry }: GroupEntry) => ({ ...entry, node_id });
const ofCategory = ({ category_id: node_id, ...entry }: CategoryEntry) => ({ ...entry, node_id });

export const dataGroupTree: Tree = {
  ...places.data_groups,
  manage: 'Manage Data Groups',
  usePickable: (enabled = true) => useAnswer(dataGroupRoutes.pickable, {}, { enabled }),
  useStanding: (holder) => {
    const { data, ...rest } = useAnswer(dataGroupRoutes.ofRecord, groupsOf(holder));
    return { ...rest, data: data?.data.map(ofGroup) };
  },
  standingNow: async (holder) => (await call(dataGroupRoutes.ofRecord, groupsOf(holder))).data.map(ofGroup),
  save: (holder, ids, seen) => {
    const data_group_records = ids.map((data_group_id) => ({ data_group_id }));
    return write(dataGroupRoutes.setOfRecord, { sent: { ...groupsOf(holder), body: { data_group_records, seen } } });
  },
};

export const categoryTree: Tree = {
  ...places.categories,
  manage: 'Manage Categories',
  usePickable: (enabled = true) => useAnswer(categoryRoutes.pickable, {}, { enabled }),
  useStanding: (holder) => {
    const { data, ...rest } = useAnswer(categoryRoutes.ofRecord, categoriesOf(holder));
    return { ...rest, data: data?.data.map(ofCategory) };
  },
  standingNow: async (holder) => (await call(categoryRoutes.ofRecord, categoriesOf(holder))).data.map(ofCategory),
  save: (holder, ids, seen) => {
    const category_records = ids.map((category_id) => ({ category_id }));
    return write(categoryRoutes.setOfRecord, { sent: { ...categoriesOf(holder), body: { category_records, seen } } });
  },
};
