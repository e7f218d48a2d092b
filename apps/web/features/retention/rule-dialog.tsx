import { type ReactNode, useId } from 'react';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import type { Form } from '#web/kit/use-form.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import css from './retention.module.css';

type Props<V> = { title: string; verb: string; note?: string; form: Form<V>; onClose: () => void; children: ReactNode };

/** A form about a rule, over its screen: what is wrong with it, and that somebody else was faster, stand on top. */
export const RuleDialog = <V extends object>({ title, verb, note, form, onClose, children }: Props<V>) => {
  const formId = useId();
  return (
    <FormDialog title={title} verb={verb} form={form} formId={formId} onClose={onClose} {...(note ? { note } : {})}>
      <SubmitForm form={form} id={formId} className={`${layout.column} ${layout.alerts} ${css.form}`}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        {form.conflict && (
          <p role="alert">Someone else changed this rule while you were editing. Close this window, then try again.</p>
        )}
        {children}
      </SubmitForm>
    </FormDialog>
  );
};
