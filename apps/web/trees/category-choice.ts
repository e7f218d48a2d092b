import { categoryTree } from './trees.ts';

/** The filter "Category" of a list, with the categories that somebody may read or use; none of it without any. */
export const useCategoryChoice = () => {
  const { data } = categoryTree.usePickable();
  const options = (data?.data ?? []).map(({ id, path_name }) => ({ value: String(id), label: path_name }));
  return options.length > 0 ? [{ key: 'category', label: 'Category', options, beside: true }] : [];
};
