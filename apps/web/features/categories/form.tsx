import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { ParentField, useParentToBe } from '#web/trees/parent-field.tsx';
import { categoryTree } from '#web/trees/trees.ts';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type Category, categories } from './category.ts';

const Form = ({ stored }: { stored?: Category }) => {
  const parent_id = useParentToBe();
  const editor = useEditor(categories, {
    stored,
    blank: { name: '', parent_id },
    valuesOf: ({ name, parent_id }) => ({ name, parent_id }),
    bodyOf: ({ name, parent_id }) => ({ name, parent_id }),
  });
  const { field } = editor.form;
  return (
    <Editor
      {...editor}
      labels={{
        name: { label: 'Name' },
        parent_id: { label: 'Parent category', text: (id) => (id === null ? 'None' : `ID ${id}`) },
      }}
    >
      <FormGrid>
        <Half>
          <TextField {...field('name')} label="Name" autoComplete="off" />
        </Half>
        <Half>
          <ParentField {...field('parent_id')} tree={categoryTree} label="Parent category" own={stored?.id} />
        </Half>
      </FormGrid>
    </Editor>
  );
};

/** Adds a category, and changes one. */
export const { New, Edit } = editorOf(categories, Form);
