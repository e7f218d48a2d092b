import type { ReactNode } from 'react';
import { useBrand } from '#web/kit/brand.tsx';
import { useTitle } from '#web/kit/title.ts';
import type { Form } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { CardPage } from '#web/ui/page.tsx';
import css from './account-card.module.css';

/** The card of a screen before sign-in, under the name of the organisation that the address belongs to. */
export const AccountCard = ({
  title,
  ...card
}: {
  title: string;
  intro?: ReactNode;
  below?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) => {
  useTitle(title);
  return <CardPage brand={useBrand()} title={title} foot="Hearth · Use is recorded" {...card} />;
};

/** The inputs of such a card over its one button, with what the server says of them on top. */
export const AccountForm = ({
  form,
  submit,
  children,
}: {
  form: Pick<Form<object>, 'summary' | 'attempt' | 'isSaving' | 'submit'>;
  /** The words of the button. */
  submit: string;
  children: ReactNode;
}) => (
  <form
    className={css.form}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void form.submit();
    }}
  >
    <ErrorSummary errors={form.summary} attempt={form.attempt} />
    {children}
    <Button tone="filled" type="submit" block busy={form.isSaving}>
      {submit}
    </Button>
  </form>
);
