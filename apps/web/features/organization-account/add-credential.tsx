import { useId } from 'react';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { useMay } from '#web/access/account.tsx';
import { useMayGive } from '#web/access/may-give.ts';
import { useAnswer } from '#web/kit/answers.ts';
import { ApiError } from '#web/kit/api.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Dialog, VerbFoot } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './add-credential.module.css';
import type { Credential } from './credential.ts';

const helpOf = (isReadable: boolean, count: number | undefined): string => {
  if (!isReadable) return 'You may not see permission groups. Ask the owner to add the credential.';
  return count === 0
    ? 'Each group gives more than you may do yourself. Ask the owner to add the credential.'
    : 'What the program may do. Groups that give more than you may do yourself are not offered.';
};

/** Names a program and says what it may do. Its keys are in the answer, and nowhere else. */
export const AddCredential = ({ onClose, onAdded }: { onClose: () => void; onAdded: (added: Credential) => void }) => {
  const formId = useId();
  const isReadable = useMay()(permissionGroupRoutes.list);
  const mayGive = useMayGive();
  const groups = useAnswer(permissionGroupRoutes.list, {}, { enabled: isReadable });
  const offered = groups.data?.data.filter(mayGive);
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
  const { field, values, set, error } = form;
  return (
    <Dialog
      opened
      title="Add API credential"
      onClose={onClose}
      dirty={form.isDirty}
      foot={<VerbFoot onClose={onClose} verb="Save" type="submit" form={formId} busy={form.isSaving} />}
    >
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <TextField
          {...field('name')}
          label="Name"
          help="Names the program in histories: “API: Nightly export”."
          data-autofocus
        />
        {groups.isError && !groups.data ? (
          <LoadFailed title="Could not load permission groups." onRetry={() => void groups.refetch()} />
        ) : (
          <SelectField
            id="permission_group_id"
            label="Permission group"
            help={helpOf(isReadable, offered?.length)}
            options={(offered ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            loading={groups.isLoading}
            value={values.permission_group_id === null ? null : String(values.permission_group_id)}
            onChange={(id) => set('permission_group_id', id === null ? null : Number(id))}
            error={error('permission_group_id')}
          />
        )}
      </SubmitForm>
    </Dialog>
  );
};
