import type { ReactNode } from 'react';
import type { Form } from './use-form.ts';

/** The element of a form whose values are checked by the server, or before it, but never by the browser's own bubbles. */
export const SubmitForm = ({
  form,
  children,
  ...element
}: {
  form: Pick<Form<object>, 'submit'>;
  id?: string;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <form
    {...element}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void form.submit();
    }}
  >
    {children}
  </form>
);
