import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { RadioField } from '#web/ui/choice-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { toast } from '#web/ui/toast.tsx';
import { FormButtons } from './form-buttons.tsx';
import css from './logo-form.module.css';

type Choice = 'off' | '5' | '10';

const choices: { value: Choice; label: string }[] = [
  { value: 'off', label: 'Show all counts' },
  { value: '5', label: 'Keep counts of fewer than 5 people out' },
  { value: '10', label: 'Keep counts of fewer than 10 people out' },
];
const numbers = { off: null, 5: 5, 10: 10 } as const;

const help =
  'Who is counted among few may be recognized. Where counts are kept out of aggregates, charts, summaries and their exports, so are those from which they could be worked out, and a line says so. The owner may show them in one report.';

/** Below how many people reports keep counts out. */
export const SmallNumbersForm = ({ stored }: { stored: number | null }) => {
  const { mutateAsync } = useWrite(organizationAccountRoutes.changeOrganizationAccount);
  const now = { below: String(stored ?? 'off') as Choice };
  const save = ({ below }: typeof now) => mutateAsync({ sent: { body: { small_numbers_below: numbers[below] } } });
  const form = useForm<typeof now, unknown>(now, save, () => {
    form.reset(form.values);
    toast.success('Small numbers saved');
  });
  return (
    <SubmitForm className={css.form} form={form}>
      <RadioField
        id="small_numbers_below"
        label="Counts of few people"
        help={help}
        error={form.error('small_numbers_below')}
        clearable={false}
        options={choices}
        value={form.values.below}
        onChange={(below) => form.set('below', (below ?? 'off') as Choice)}
      />
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <FormButtons isDirty={form.isDirty} isSaving={form.isSaving} onCancel={() => form.reset(now)} />
    </SubmitForm>
  );
};
