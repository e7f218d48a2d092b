import { useId } from 'react';
import { emptyField, type FieldRecord } from '#web/forms/definition/draft.ts';
import { FieldForm } from '#web/forms/definition/field-form.tsx';
import { useFieldForm } from '#web/forms/definition/use-field-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** The form of a new field over the editor: it is saved for itself, and then stands on the form. */
export const CreateField = ({
  name,
  onCreated,
  onClose,
}: {
  name: string;
  onCreated: (field: FieldRecord) => void;
  onClose: () => void;
}) => {
  const formId = useId();
  const form = useFieldForm(emptyField(name), onCreated);
  return (
    <Dialog
      opened
      title="Create field"
      width={720}
      dirty={form.isDirty}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="filled" type="submit" form={formId} busy={form.isSaving}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <FieldForm form={form} prefix="new_" />
      </form>
    </Dialog>
  );
};
