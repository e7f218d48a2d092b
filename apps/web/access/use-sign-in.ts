import { useState } from 'react';
import { flushSync } from 'react-dom';
import { assertFilledIn } from '#web/access/filled-in.ts';
import { ApiError } from '#web/kit/api.ts';
import { type Form, useForm } from '#web/kit/use-form.ts';

/** Puts the focus into an input when it appears. */
export const focused = (input: HTMLInputElement | null): void => input?.focus();

export type SignInForm<V> = {
  form: Form<V & { code: string }>;
  /** Whether the password was right and the code of a second factor is asked for: the second step. */
  isCodeAsked: boolean;
  /** Goes back to the first step; what was typed there is still there. */
  back: () => void;
  /** For the password's input, so that it has the focus after going back. */
  passwordRef: typeof focused | undefined;
};

/**
 * A form that signs in, in one step or two: who has a second factor is asked for its code once the password was right.
 * That is no error and is shown as none.
 * @param send is given the values, and the code in the second step; it throws ApiError as `call` does
 */
export const useSignIn = <V extends { password: string }, A>(
  start: V,
  send: (values: V & { code?: string }) => Promise<A>,
  entered: (answer: A) => void,
): SignInForm<V> => {
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [hasReturned, setReturned] = useState(false);
  const form = useForm<V & { code: string }, { answer: A } | null>(
    { ...start, code: '' },
    async (values) => {
      const { code, ...first } = values;
      if (isCodeAsked) assertFilledIn({ code });
      else assertFilledIn(first as unknown as Record<string, string>);
      try {
        return { answer: await send({ ...(first as unknown as V), ...(isCodeAsked ? { code } : {}) }) };
      } catch (error) {
        if (isCodeAsked || !(error instanceof ApiError) || !error.errors.code) throw error;
        setCodeAsked(true);
        return null;
      }
    },
    (sent) => {
      if (sent) entered(sent.answer);
    },
  );
  const back = () => {
    flushSync(() => setReturned(true));
    form.setErrors({});
    form.set('code', '' as (V & { code: string })['code']);
    setCodeAsked(false);
  };
  return { form, isCodeAsked, back, passwordRef: hasReturned ? focused : undefined };
};
