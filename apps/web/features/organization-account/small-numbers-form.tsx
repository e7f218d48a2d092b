import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './logo-form.module.css';

const choices = [
  { value: 'off', label: 'Show all counts' },
  { value: '5', label: 'Keep counts of fewer than 5 people out' },
  { value: '10', label: 'Keep counts of fewer than 10 people out' },
];

/** Below how many people reports keep counts out. */
export const SmallNumbersForm = ({ stored }: { stored: number | null }) => {
  const { mutateAsync: change } = useWrite(organizationAccountRoutes.changeOrganizationAccount);
  const now = { below: String(stored ?? 'off') };
  const form = useForm(
    now,
    async ({ below }) => {
      const small_numbers_below = below === '5' ? 5 : below === '10' ? 10 : null;
      await change({ sent: { body: { small_numbers_below } } });
    },
    () => {
      toast.success('Small numbers saved');
      form.reset(form.values);
    },
  );
  return (
    <SubmitForm form={form} className={css.form}>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <RadioField
        id="small_numbers_below"
        label="Counts of few people"
        help="Who is counted among few may be recognized. Where counts are kept out of aggregates, charts, summaries and their exports, so are those from which they could be worked out, and a line says so. The owner may show them in one report."
        error={form.error('small_numbers_below')}
        clearable={false}
        options={choices}
        value={form.values.below}
        onChange={(below) => form.set('below', below ?? 'off')}
      />
      <div className={css.buttons}>
        <Button disabled={!form.isDirty} onClick={() => form.reset(now)}>
          Cancel
        </Button>
        <Button tone="filled" type="submit" disabled={!form.isDirty} busy={form.isSaving}>
          Save
        </Button>
      </div>
      <UnsavedChanges when={form.isDirty} />
    </SubmitForm>
  );
};
