import { fieldRoutes } from '#contract/resources/fields.ts';
import { useChangeImpact } from '#web/forms/change-impact.tsx';
import { consequencesOf } from '#web/forms/definition/consequences.ts';
import { emptyField, type FieldRecord, valuesOf } from '#web/forms/definition/draft.ts';
import { FieldForm } from '#web/forms/definition/field-form.tsx';
import { FieldPreview } from '#web/forms/definition/field-preview.tsx';
import { labels } from '#web/forms/definition/labels.ts';
import { useFieldForm } from '#web/forms/definition/use-field-form.ts';
import { call } from '#web/kit/api.ts';
import { Side } from '#web/screens/beside.tsx';
import { Editor, editorOf, useEditing } from '#web/screens/editor.tsx';
import { fields } from './field.ts';

const Form = ({ stored }: { stored?: FieldRecord }) => {
  const { open, ...frame } = useEditing(fields, stored);
  const form = useFieldForm(stored ? valuesOf(stored) : emptyField(), open, stored?.id);
  const { saveKnowingly, question } = useChangeImpact(`Save field ${stored?.name}`, 'Save', () =>
    call(fieldRoutes.uses, { params: { id: stored?.id ?? 0 } }),
  );
  const submit = async () => {
    await saveKnowingly(stored ? consequencesOf(form.initial, form.values) : [], form.submit);
  };
  return (
    <Editor {...frame} form={{ ...form, submit }} summary={null} startOf={valuesOf} labels={labels}>
      <FieldForm form={form} id={stored?.id} />
      <Side>
        <FieldPreview values={form.values} />
      </Side>
      {question}
    </Editor>
  );
};

/** Adds a field, and changes one. */
export const { New, Edit } = editorOf(fields, Form);
