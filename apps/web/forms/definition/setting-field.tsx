import { unreadable } from '#web/fields/answer-props.ts';
import { CheckboxField } from '#web/ui/checkbox.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { RichTextField } from '#web/ui/rich-text/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import { DateLimitField } from './date-limit-field.tsx';
import type { Setting } from './settings.ts';

/** An address may be longer than other texts; the rules tell what is too long. */
const longest = 2000;

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
  if (control === 'limit') return <DateLimitField {...field} value={value} onChange={onChange} />;
  if (control === 'lines')
    return (
      <TextareaField
        {...field}
        value={Array.isArray(value) ? value.join('\n') : ''}
        onChange={(text) => onChange(text === '' ? null : text.split('\n'))}
      />
    );
  if (control === 'markdown')
    return <RichTextField {...field} value={typeof value === 'string' ? value : ''} onChange={onChange} />;
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
    return (
      <TextField {...field} maxLength={longest} value={typeof value === 'string' ? value : ''} onChange={onChange} />
    );
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
