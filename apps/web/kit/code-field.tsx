import { useEffect, useState } from 'react';
import { TextField } from '#web/ui/text-field.tsx';

type Props = { value: string; onChange: (code: string) => void; error: string | null };

/**
 * The input for the code of a second factor. It appears once the server has asked for one, and stays: who has no second
 * factor never sees it.
 */
export const CodeField = ({ value, onChange, error }: Props) => {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (error !== null) setAsked(true);
  }, [error]);
  if (!isAsked && error === null) return null;
  return (
    <TextField
      id="code"
      label="Code"
      help="Of your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
      error={error}
    />
  );
};

/** What is sent of it: nothing while it is empty, as nobody was asked yet. */
export const sentCode = (code: string): { code?: string } => (code === '' ? {} : { code });
