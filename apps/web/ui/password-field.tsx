import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password, with a button that shows it. Pasting and password managers work; say which with `autoComplete`. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          size="small"
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? IconEyeOff : IconEye}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
