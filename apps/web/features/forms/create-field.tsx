import { useId } from 'react';
import type { FieldRecord, FieldValues } from '#web/forms/definition/draft.ts';
import { FieldForm } from '#web/forms/definition/field-form.tsx';
import { FieldPreview } from '#web/forms/definition/field-preview.tsx';
import { useFieldForm } from '#web/forms/definition/use-field-form.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import css from './create-field.module.css';

/** The form of a new field over the editor: it is saved for itself, and then stands on the form. */
export const CreateField = ({
  start,
  onCreated,
  onClose,
}: {
  /** What is known of it already. */
  start: FieldValues;
  onCreated: (field: FieldRecord) => void;
  onClose: () => void;
}) => {
  const formId = useId();
  const form = useFieldForm(start, onCreated);
  return (
    <FormDialog form={form} formId={formId} title="Create field" width={960} onClose={onClose}>
      <div className={css.columns}>
        <SubmitForm form={form} id={formId} className={css.form}>
          <FieldForm form={form} prefix="new_" />
        </SubmitForm>
        <FieldPreview values={form.values} />
      </div>
    </FormDialog>
  );
};
