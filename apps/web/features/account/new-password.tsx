import { PasswordField } from '#web/ui/password-field.tsx';

type Passwords = { password: string; password_confirmation: string };

/** The two inputs of a new password. */
export const NewPassword = ({
  values,
  set,
  error,
}: {
  values: Passwords;
  set: (key: keyof Passwords, value: string) => void;
  error: (path: string) => string | null;
}) => (
  <>
    <PasswordField
      id="password"
      label="Password"
      help="At least 12 characters. A few words that only you would put together are easy to remember."
      autoComplete="new-password"
      value={values.password}
      onChange={(password) => set('password', password)}
      error={error('password')}
    />
    <PasswordField
      id="password_confirmation"
      label="Password confirmation"
      autoComplete="new-password"
      value={values.password_confirmation}
      onChange={(confirmation) => set('password_confirmation', confirmation)}
      error={error('password_confirmation')}
    />
  </>
);
