import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useId } from 'react';
import { type FieldValues, issuesOf } from '#web/forms/definition/draft.ts';
import { FieldForm } from '#web/forms/definition/field-form.tsx';
import { FieldPreview } from '#web/forms/definition/field-preview.tsx';
import { ApiError } from '#web/kit/api.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import css from './create-field.module.css';
import { type Entry, entryOf, newField } from './entries.ts';

/** The form of a new field over the editor: it is saved with the form on which it stands. */
export const CreateField = ({
  start,
  wasTyped,
  names,
  onTyped,
  onCreated,
  onClose,
}: {
  /** What is known of it already. */
  start: FieldValues;
  /** Whether that was typed here before, and comes from a draft. */
  wasTyped: boolean;
  /** Of the questions on the form, in small letters. */
  names: ReadonlySet<string>;
  onTyped: (values: FieldValues) => void;
  onCreated: (entry: Entry) => void;
  onClose: () => void;
}) => {
  const formId = useId();
  const form = useForm(
    start,
    async (values): Promise<Entry> => {
      const isThere = names.has(values.name.trim().toLowerCase());
      const issues = { ...issuesOf(values), ...(isThere && { name: [`${values.name} is already on this form`] }) };
      if (Object.keys(issues).length > 0) throw new ApiError(422, issues);
      return entryOf(newField(values));
    },
    onCreated,
  );
  const tell = useCallbackRef(onTyped);
  useEffect(() => tell(form.values), [form.values, tell]);
  return (
    <FormDialog
      form={form}
      isDirty={form.isDirty || wasTyped}
      formId={formId}
      title="Create field"
      verb="Add to form"
      width={960}
      onClose={onClose}
    >
      <div className={css.columns}>
        <SubmitForm form={form} id={formId} className={css.form}>
          <FieldForm form={form} prefix="new_" />
        </SubmitForm>
        <FieldPreview values={form.values} />
      </div>
    </FormDialog>
  );
};
