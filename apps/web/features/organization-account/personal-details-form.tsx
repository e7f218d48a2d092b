import { SettingsForm } from '#web/screens/settings-form.tsx';
import { CheckboxField } from '#web/ui/checkbox.tsx';
import { useAccountSettings } from './use-account-settings.ts';

/** Whether gender and last 4 of SSN can be unknown or declined. */
export const PersonalDetailsForm = ({ stored }: { stored: boolean }) => {
  const form = useAccountSettings({ allow_unknown: stored }, () => 'Personal details saved');
  return (
    <SettingsForm settings={form}>
      <CheckboxField
        id="allow_unknown"
        label="Allow “Unknown” and “Declined to answer”"
        checked={form.values.allow_unknown}
        onChange={(allow_unknown) => form.set('allow_unknown', allow_unknown)}
        error={form.error('allow_unknown')}
        help="For a person’s gender and last 4 of SSN. These values never count as a match between people."
      />
    </SettingsForm>
  );
};
