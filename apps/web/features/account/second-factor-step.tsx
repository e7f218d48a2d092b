import type { ReactNode } from 'react';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import type { Form } from '#web/kit/use-form.ts';
import { Dialog, VerbFoot } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import css from './second-factor.module.css';

/** One step of setting up or turning off a second factor: the words, the inputs, and the button that goes on. */
export const SecondFactorStep = ({
  form,
  title,
  verb,
  onClose,
  children,
}: {
  form: Pick<Form<object>, 'summary' | 'attempt' | 'isSaving' | 'submit'>;
  title: string;
  verb: string;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Dialog
    opened
    title={title}
    onClose={onClose}
    foot={<VerbFoot onClose={onClose} verb={verb} type="submit" form="second-factor" busy={form.isSaving} />}
  >
    <SubmitForm form={form} id="second-factor" className={css.setup}>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      {children}
    </SubmitForm>
  </Dialog>
);

/** The proof that it is the person. */
export const CurrentPassword = ({ field }: Pick<Form<{ current_password: string }>, 'field'>) => (
  <PasswordField {...field('current_password')} label="Current password" autoComplete="current-password" />
);
