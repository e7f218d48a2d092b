import { CheckboxField } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { unreadable } from '../answer-props.ts';
import type { Setting } from './settings.ts';

/** The input of one setting of a field. What is blank is told as null. */
export const SettingField = ({
  setting: { label, help, control },
  id,
  value,
  onChange,
  error,
}: {
  setting: Setting;
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | null;
}) => {
  const field = { id, label, help, error };
  if (control === 'number')
    return (
      <NumberField
        {...field}
        value={typeof value === 'number' ? value : null}
        onChange={(number, problem) => onChange(problem ? unreadable : number)}
      />
    );
  if (control === 'date')
    return (
      <DateField
        {...field}
        value={typeof value === 'string' ? value : null}
        onChange={(date, problem) => onChange(problem ? unreadable : date)}
      />
    );
  if (control === 'switch')
    return (
      <CheckboxField
        {...field}
        help={undefined}
        text={help}
        checked={value === true}
        // Off is what a field has that does not name the setting.
        onChange={(isOn) => onChange(isOn || null)}
      />
    );
  if (control === 'text')
    return <TextField {...field} maxLength={255} value={typeof value === 'string' ? value : ''} onChange={onChange} />;
  return (
    <SelectField
      {...field}
      clearable
      options={control}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  );
};
