import type { ComponentProps } from 'react';
import { isNotAnswered, notAnswered, ssnText } from '#contract/resources/clients.ts';
import { useMember } from '#web/access/account.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './ssn-field.module.css';

const kinds = [
  { value: 'digits', label: '4 digits' },
  { value: 'unknown', label: notAnswered.unknown },
  { value: 'declined', label: 'Declined' },
] as const;

/**
 * The last 4 of SSN as they are entered: digits or, where the organization allows it, that they are unknown or declined.
 * @param value four digits, `unknown` or `declined`
 */
export const SsnField = ({
  value,
  onChange,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
}) => {
  const { organization } = useMember();
  const isUnknown = isNotAnswered(value);
  return (
    <div className={css.field}>
      <TextField
        {...field}
        label="Last 4 of SSN"
        required
        inputMode="numeric"
        autoComplete="off"
        {...(isUnknown && { disabled: true, end: undefined })}
        value={ssnText(value)}
        onChange={onChange}
      />
      {(organization.allow_unknown || isUnknown) && (
        <Segmented
          label="Last 4 of SSN: status"
          options={[...kinds]}
          value={isUnknown ? value : 'digits'}
          onChange={(kind) => onChange(kind === 'digits' ? '' : kind)}
        />
      )}
    </div>
  );
};
