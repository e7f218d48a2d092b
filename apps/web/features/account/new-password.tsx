import type { Form } from '#web/kit/use-form.ts';
import { PasswordField } from '#web/ui/password-field.tsx';

type Passwords = { password: string; password_confirmation: string };

/** The two inputs of a new password. */
export const NewPassword = ({ field }: Pick<Form<Passwords>, 'field'>) => (
  <>
    <PasswordField
      {...field('password')}
      label="Password"
      help="Use at least 12 characters. A few unrelated words are easy to remember."
      autoComplete="new-password"
    />
    <PasswordField {...field('password_confirmation')} label="Password confirmation" autoComplete="new-password" />
  </>
);
