import type { WeekStart } from '#forms/calendar.ts';
import { SettingsForm } from '#web/screens/settings-form.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { useAccountSettings } from './use-account-settings.ts';

const days: { value: WeekStart; label: string }[] = [
  { value: 'sunday', label: 'Sunday' },
  { value: 'monday', label: 'Monday' },
];

/** On which day weeks begin. */
export const WeekForm = ({ stored }: { stored: WeekStart }) => {
  const form = useAccountSettings({ week_starts_on: stored }, () => 'First day of the week saved');
  return (
    <SettingsForm settings={form}>
      <RadioField
        id="week_starts_on"
        label="First day of the week"
        help="Conditions such as “this week” and “last week” use it. Reports grouped by week keep the week chosen in them."
        error={form.error('week_starts_on')}
        clearable={false}
        options={days}
        value={form.values.week_starts_on}
        onChange={(day) => form.set('week_starts_on', day as WeekStart)}
      />
    </SettingsForm>
  );
};
