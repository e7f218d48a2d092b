import { useState } from 'react';
import { TextField } from '#web/ui/text-field.tsx';
import css from './code-field.module.css';
import { focused } from './use-sign-in.ts';

type Props = {
  value: string;
  onChange: (code: string) => void;
  error: string | null;
  /** Whether the focus comes here when the input appears, as where it is all that is asked. */
  isFocused?: boolean;
};

/** The input for the code of a second factor: of the app, or a recovery code for who has no phone at hand. */
export const CodeField = ({ value, onChange, error, isFocused }: Props) => {
  const [isRecovery, setRecovery] = useState(false);
  const [hasSwitched, setSwitched] = useState(false);
  const change = () => {
    setRecovery(!isRecovery);
    setSwitched(true);
    onChange('');
  };
  const kind = isRecovery
    ? {
        label: 'Recovery code',
        help: 'Enter one of the codes you saved when you set up two-step verification. Each works once.',
        autoComplete: 'off',
        placeholder: 'xxxx-xxxx-xxxx',
      }
    : {
        label: 'Code',
        help: 'Enter the code from your authenticator app.',
        autoComplete: 'one-time-code',
        inputMode: 'numeric' as const,
      };
  return (
    <TextField
      key={kind.label}
      id="code"
      ref={isFocused || hasSwitched ? focused : undefined}
      mono
      autoCapitalize="none"
      spellCheck={false}
      labelEnd={
        <button type="button" className={css.switch} onClick={change}>
          {isRecovery ? 'Use the app' : 'Use a recovery code'}
        </button>
      }
      {...kind}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
};
