import { recordTypes } from '#contract/record-types.ts';
import { pickableRoute } from '#contract/resources/trees.ts';
import { useRouteQuery } from '#web/kit/queries.ts';

const pickable = {
  category: { label: 'Category', route: pickableRoute('categories', recordTypes.categories.title) },
  data_group: { label: 'Data group', route: pickableRoute('data_groups', recordTypes.data_groups.title) },
};

/**
 * Returns a list's filter by a category or a data group, with those that somebody can read or use; nothing without any.
 * It comes with the first load, and so does without what else there is of trees.
 */
export const useTreeChoice = (key: keyof typeof pickable) => {
  const { label, route } = pickable[key];
  const { data } = useRouteQuery(route, {});
  const options = (data?.data ?? []).map(({ id, path_name }) => ({ value: String(id), label: path_name }));
  return options.length > 0 ? [{ key, label, options, beside: true }] : [];
};
