import { inSentences } from '#contract/kit/in-sentences.ts';
import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { FormGrid } from '#web/ui/page.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FormRows } from './form-rows.tsx';
import { type Sequence, type SequenceForm, sequences } from './sequence.ts';

/** The box that adds a form; what the server says of the forms is shown there. */
const formsId = 'forms';

const blank = { name: '', forms: [] as SequenceForm[] };

const Form = ({ stored }: { stored?: Sequence }) => {
  const editor = useEditor(sequences, {
    stored,
    blank,
    valuesOf: ({ name, forms }): typeof blank => ({ name, forms }),
    bodyOf: ({ name, forms }) => ({ name, forms: forms.map(({ id }, position) => ({ id, position })) }),
  });
  const { field, values, set, summary } = editor.form;
  const ofForms = summary.filter(({ id }) => id?.startsWith(formsId));
  // The server names a form by its place; people know it by its name.
  const named = ofForms.map(({ id, message }) => {
    const name = values.forms[Number(id?.split('.')[1])]?.name;
    return { id: formsId, message: name ? `${name}: ${message}` : message };
  });
  return (
    <Editor
      {...editor}
      form={{ ...editor.form, summary: [...summary.filter((one) => !ofForms.includes(one)), ...named] }}
      labels={{
        name: { label: 'Name' },
        forms: { label: 'Forms', text: (forms) => forms.map(({ name }) => name).join(', ') },
      }}
    >
      <FormGrid>
        <TextField {...field('name')} label="Name" autoComplete="off" />
      </FormGrid>
      <FormRows
        id={formsId}
        forms={values.forms}
        onChange={(forms) => set('forms', forms)}
        error={inSentences(named.map(({ message }) => message))}
      />
    </Editor>
  );
};

/** Adds a sequence, and changes one. */
export const { New, Edit } = editorOf(sequences, Form);
