import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { SettingsForm, useSettings } from '#web/screens/settings-form.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { toast } from '#web/ui/toast.tsx';

type Choice = 'off' | '5' | '10';

const choices: { value: Choice; label: string }[] = [
  { value: 'off', label: 'Show all counts' },
  { value: '5', label: 'Hide counts below 5' },
  { value: '10', label: 'Hide counts below 10' },
];
const numbers = { off: null, 5: 5, 10: 10 } as const;

const help =
  'Small counts can identify someone. Reports and downloads leave out hidden counts, and any totals that would reveal them. The owner can show them in one report.';

/** Below how many people reports keep counts out. */
export const SmallNumbersForm = ({ stored }: { stored: number | null }) => {
  const { mutateAsync } = useWrite(organizationAccountRoutes.changeOrganizationAccount);
  const now = { below: String(stored ?? 'off') as Choice };
  const save = ({ below }: typeof now) => mutateAsync({ sent: { body: { small_numbers_below: numbers[below] } } });
  const form = useSettings(now, save, () => {
    toast.success('Small counts saved');
  });
  return (
    <SettingsForm settings={form}>
      <RadioField
        id="small_numbers_below"
        label="Counts in reports"
        help={help}
        error={form.error('small_numbers_below')}
        clearable={false}
        options={choices}
        value={form.values.below}
        onChange={(below) => form.set('below', (below ?? 'off') as Choice)}
      />
    </SettingsForm>
  );
};
