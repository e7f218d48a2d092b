import { useId } from 'react';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { ApiError } from '#web/kit/api.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './add-credential.module.css';
import type { Credential } from './credential.ts';
import { ProgramGroupField } from './program-group-field.tsx';

/** Names a program and says what it may do. Its keys are in the answer, and nowhere else. */
export const AddCredential = ({ onClose, onAdded }: { onClose: () => void; onAdded: (added: Credential) => void }) => {
  const formId = useId();
  const { mutateAsync: create } = useWrite(apiCredentialRoutes.create);
  const form = useForm<{ name: string; permission_group_id: number | null }, Credential>(
    { name: '', permission_group_id: null },
    async ({ name, permission_group_id }) => {
      if (permission_group_id !== null) return create({ sent: { body: { name, permission_group_id } } });
      throw new ApiError(422, {
        ...(name.trim() ? null : { name: ['Enter name'] }),
        permission_group_id: ['Choose a permission group'],
      });
    },
    onAdded,
  );
  return (
    <FormDialog form={form} formId={formId} title="Add API credential" onClose={onClose}>
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <TextField
          {...form.field('name')}
          label="Name"
          help="History shows what the program did under this name, such as “API: Nightly export”."
          data-autofocus
        />
        <ProgramGroupField {...form.field('permission_group_id')} help="The program gets the access of this group." />
      </SubmitForm>
    </FormDialog>
  );
};
