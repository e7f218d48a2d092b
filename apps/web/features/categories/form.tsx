import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { PlaceFields, placeTold, useParentToBe } from '#web/trees/place-fields.tsx';
import { categoryTree } from '#web/trees/trees.ts';
import { type Category, categories } from './category.ts';

const label = 'Parent category';
const placeOf = ({ name, parent_id }: Pick<Category, 'name' | 'parent_id'>) => ({ name, parent_id });

const Form = ({ stored }: { stored?: Category }) => {
  const blank = { name: '', parent_id: useParentToBe() };
  const editor = useEditor(categories, { stored, blank, valuesOf: placeOf, bodyOf: placeOf });
  return (
    <Editor {...editor} labels={placeTold(label)}>
      <PlaceFields form={editor.form} tree={categoryTree} label={label} own={stored?.id} />
    </Editor>
  );
};

/** Adds a category, and changes one. */
export const { New, Edit } = editorOf(categories, Form);
