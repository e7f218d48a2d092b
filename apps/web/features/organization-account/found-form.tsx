import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { CheckboxField } from '#web/ui/checkbox.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { toast } from '#web/ui/toast.tsx';
import { FormButtons } from './form-buttons.tsx';
import css from './logo-form.module.css';

/** Whether other organizations find this one, to ask for an affiliation. */
export const FoundForm = ({ stored }: { stored: boolean }) => {
  const { mutateAsync } = useWrite(organizationAccountRoutes.changeOrganizationAccount);
  const now = { can_be_found: stored };
  const form = useForm<typeof now, unknown>(
    now,
    (body) => mutateAsync({ sent: { body } }),
    () => {
      form.reset(form.values);
      toast.success(form.values.can_be_found ? 'Others can find you' : 'Others cannot find you');
    },
  );
  return (
    <SubmitForm className={css.form} form={form}>
      <CheckboxField
        id="can_be_found"
        label="Can be found"
        checked={form.values.can_be_found}
        onChange={(can_be_found) => form.set('can_be_found', can_be_found)}
        error={form.error('can_be_found')}
        help="Other organizations see your name when they look for whom to share forms with. Nothing is shared until you approve."
      />
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <FormButtons isDirty={form.isDirty} isSaving={form.isSaving} onCancel={() => form.reset(now)} />
    </SubmitForm>
  );
};
