import { SettingsForm } from '#web/screens/settings-form.tsx';
import { CheckboxField } from '#web/ui/checkbox.tsx';
import { useAccountSettings } from './use-account-settings.ts';

/** Whether other organizations find this one, to ask for an affiliation. */
export const FoundForm = ({ stored }: { stored: boolean }) => {
  const form = useAccountSettings({ can_be_found: stored }, ({ can_be_found }) =>
    can_be_found ? 'Other organizations can find you' : 'Other organizations can’t find you',
  );
  return (
    <SettingsForm settings={form}>
      <CheckboxField
        id="can_be_found"
        label="Let other organizations find you"
        checked={form.values.can_be_found}
        onChange={(can_be_found) => form.set('can_be_found', can_be_found)}
        error={form.error('can_be_found')}
        help="They see your name when they look for a partner to share forms with. Nothing is shared until you approve."
      />
    </SettingsForm>
  );
};
