import { formRoutes } from '#contract/resources/forms.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { toast } from '#web/ui/toast.tsx';
import { RedirectField } from './redirect-field.tsx';

/** Sets where people go after answering a form in public, where another organization decides the rest of the form. */
export const RedirectAddress = ({ form: record, onClose }: { form: FormRecord; onClose: () => void }) => {
  const { id, lock_version } = record;
  const form = useForm(
    { redirect_url: record.redirect_url ?? '' },
    ({ redirect_url }) =>
      write(formRoutes.update, {
        sent: { params: { id }, body: { redirect_url: redirect_url.trim() || null, lock_version } },
      }),
    () => {
      toast.success('Redirect URL saved');
      onClose();
    },
  );
  return (
    <FormDialog title="Redirect URL" width={480} form={form} onClose={onClose}>
      <ErrorSummary attempt={form.attempt} errors={form.summary} />
      <RedirectField
        value={form.values.redirect_url}
        onChange={(url) => form.set('redirect_url', url)}
        error={form.error('redirect_url')}
        help="The page people see after submitting your public form. If you leave this empty, they see the confirmation page."
      />
    </FormDialog>
  );
};
