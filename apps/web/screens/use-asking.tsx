import { type ReactNode, useState } from 'react';
import type { Form } from '#web/kit/use-form.ts';
import { Confirm } from '#web/ui/confirm.tsx';

/**
 * A form that asks before it is saved.
 * @param questionOf what to ask about the values; null for nothing
 * @returns the form to submit, and the question to show in it
 */
export const useAsking = <V extends object>(
  form: Form<V>,
  questionOf: (values: V) => string | null,
): { form: Form<V>; question: ReactNode } => {
  const [question, setQuestion] = useState<string | null>(null);
  const submit = async () => {
    const toAsk = questionOf(form.values);
    setQuestion(toAsk);
    if (toAsk === null) await form.submit();
  };
  const save = () => {
    setQuestion(null);
    void form.submit();
  };
  return {
    form: { ...form, submit },
    question: (
      <Confirm
        opened={question !== null}
        title="Save this change"
        verb="Save anyway"
        danger
        onConfirm={save}
        onCancel={() => setQuestion(null)}
      >
        {question}
      </Confirm>
    ),
  };
};
