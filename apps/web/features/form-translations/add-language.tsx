import { useId } from 'react';
import { useNavigate } from 'react-router';
import { formTranslationRoutes as routes } from '#contract/resources/form-translations.ts';
import { languages } from '#forms/translation/languages.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { translationAt } from './translation-at.ts';

type Values = { language: string | null };

/** Adds a language to a form; its texts are next. */
export const AddLanguage = ({
  form_id,
  taken,
  onClose,
}: {
  form_id: number;
  taken: readonly { language: string }[];
  onClose: () => void;
}) => {
  const id = useId();
  const navigate = useNavigate();
  const { mutateAsync } = useWrite(routes.create);
  const idempotencyKey = useIdempotencyKey();
  const form = useForm<Values, { id: number }>(
    { language: null },
    (values) =>
      mutateAsync({
        sent: { params: { form_id }, body: { language: values.language ?? '' } },
        idempotencyKey: idempotencyKey(values),
      }).catch((error) => {
        throw inDialog(error);
      }),
    (added) => navigate(translationAt(form_id, added.id)),
  );
  const there = new Set(taken.map(({ language }) => language));
  return (
    <FormDialog form={form} formId={id} title="Add language" verb="Add language" onClose={onClose}>
      <SubmitForm form={form} id={id}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <SelectField
          {...form.field('language')}
          label="Language"
          options={languages
            .filter(({ code }) => !there.has(code))
            .map(({ code, name, own_name }) => ({ value: code, label: `${name} – ${own_name}` }))}
        />
      </SubmitForm>
    </FormDialog>
  );
};
