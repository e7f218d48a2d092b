import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useBrand } from '#web/access/brand.tsx';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useTitle } from '#web/kit/title.ts';
import type { Form } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { CardPage } from '#web/ui/page.tsx';
import css from './account-card.module.css';

/** What stands at the foot of every such page. */
export const foot = (
  <>
    Hearth · <Link to="/privacy">Privacy</Link> · <Link to="/accessibility">Accessibility</Link> · Use is recorded
  </>
);

/** The card of a screen before sign-in, under the name of the organization that the address belongs to. */
export const AccountCard = ({
  title,
  ...card
}: {
  title: string;
  intro?: ReactNode;
  wide?: boolean;
  below?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) => {
  useTitle(title);
  return <CardPage brand={useBrand()} title={title} foot={foot} {...card} />;
};

type SubmittedForm = Pick<Form<object>, 'summary' | 'attempt' | 'isSaving' | 'submit'>;

/** The inputs of such a card over its one button, with what the server says of them on top. */
export const AccountForm = ({
  form,
  submit,
  after,
  children,
}: {
  form: SubmittedForm;
  /** The words of the button. */
  submit: string;
  /** Under the button. */
  after?: ReactNode;
  children: ReactNode;
}) => (
  <SubmitForm form={form} className={css.form}>
    <ErrorSummary errors={form.summary} attempt={form.attempt} />
    {children}
    <Button tone="filled" type="submit" block busy={form.isSaving}>
      {submit}
    </Button>
    {after}
  </SubmitForm>
);

/** The second step of signing in, which asks for the code of a second factor. */
export const SecondStep = ({
  form,
  onBack,
  note,
  children,
}: {
  form: SubmittedForm;
  onBack: () => void;
  note?: string;
  children: ReactNode;
}) => (
  <AccountCard title="One more step" note={note}>
    <AccountForm
      form={form}
      submit="Sign in"
      after={
        <Button tone="subtle" block onClick={onBack}>
          Back
        </Button>
      }
    >
      {children}
    </AccountForm>
  </AccountCard>
);
