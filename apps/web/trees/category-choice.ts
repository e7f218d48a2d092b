import { categoryRoutes } from '#contract/resources/categories.ts';
import { useAnswer } from '#web/kit/answers.ts';

/**
 * The filter "Category" of a list, with the categories that somebody may read or use; none of it without any. It comes
 * with the first load, and so does without what else there is of trees.
 */
export const useCategoryChoice = () => {
  const { data } = useAnswer(categoryRoutes.pickable, {});
  const options = (data?.data ?? []).map(({ id, path_name }) => ({ value: String(id), label: path_name }));
  return options.length > 0 ? [{ key: 'category', label: 'Category', options, beside: true }] : [];
};
