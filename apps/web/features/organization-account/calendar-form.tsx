import { monthNames, type WeekStart } from '#forms/calendar.ts';
import { SettingsForm } from '#web/screens/settings-form.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useAccountSettings } from './use-account-settings.ts';

const days: { value: WeekStart; label: string }[] = [
  { value: 'sunday', label: 'Sunday' },
  { value: 'monday', label: 'Monday' },
];
const months = monthNames.map((label, index) => ({ value: String(index + 1), label }));

type CalendarSettings = { week_starts_on: WeekStart; fiscal_year_start_month: number };

/** On which day weeks begin, and in which month fiscal years do. */
export const CalendarForm = ({ stored }: { stored: CalendarSettings }) => {
  const form = useAccountSettings(stored, () => 'Calendar saved');
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
      <SelectField
        id="fiscal_year_start_month"
        label="First month of the fiscal year"
        help="Conditions such as “this fiscal year” and “last fiscal year” use it."
        error={form.error('fiscal_year_start_month')}
        options={months}
        value={String(form.values.fiscal_year_start_month)}
        onChange={(month) => form.set('fiscal_year_start_month', Number(month))}
      />
    </SettingsForm>
  );
};
