import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx';

/** Asks where people go after answering a form in public. */
export const RedirectField = (field: Pick<TextFieldProps, 'value' | 'onChange' | 'error' | 'help' | 'title'>) => (
  <TextField {...field} id="redirect_url" label="Custom redirect URL" optional type="url" placeholder="https://" />
);
