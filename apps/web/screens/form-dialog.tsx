import type { ReactNode } from 'react';
import { useLeaving } from '#web/access/leaving.tsx';
import type { Form } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx';

type FormDialogProps = Pick<DialogProps, 'title' | 'width' | 'note' | 'onClose'> & {
  form: Pick<Form<object>, 'isDirty' | 'isSaving' | 'submit'>;
  /** Where it is not all that was touched: whether something would be lost. */
  isDirty?: boolean;
  /** The element whose submission saves, so that Enter in its fields does too. */
  formId?: string;
  /** On the button that saves. */
  verb?: string;
  isDisabled?: boolean;
  children: ReactNode;
};

/** A form over the screen, with Cancel and Save at its foot. What was typed is not given up without a question. */
export const FormDialog = ({
  form,
  isDirty = form.isDirty,
  note = isDirty ? 'Not saved yet' : '',
  formId,
  verb = 'Save',
  isDisabled = false,
  onClose,
  children,
  ...dialog
}: FormDialogProps) => {
  const { leave, question } = useLeaving(isDirty);
  const saving = formId ? { type: 'submit' as const, form: formId } : { onClick: () => void form.submit() };
  return (
    <Dialog
      opened
      dirty={isDirty}
      note={note}
      onClose={() => leave(onClose)}
      foot={
        <>
          <Button onClick={() => leave(onClose)}>Cancel</Button>
          <Button {...saving} tone="filled" busy={form.isSaving} disabled={isDisabled}>
            {verb}
          </Button>
        </>
      }
      {...dialog}
    >
      {children}
      {question}
    </Dialog>
  );
};
