import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from './button.tsx';
import css from './password-field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

/**
 * A password, with a button that shows it, and a word while Caps Lock is on. Pasting and password managers work; say
 * which with `autoComplete`.
 */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  const [isCapital, setCapital] = useState(false);
  const look = (event: KeyboardEvent) => setCapital(event.getModifierState('CapsLock'));
  return (
    <div>
      <TextField
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCapital(false)}
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
      <p className={css.capital} aria-live="polite">
        {isCapital && 'Caps Lock is on.'}
      </p>
    </div>
  );
}
