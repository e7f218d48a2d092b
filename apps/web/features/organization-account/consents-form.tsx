import type { Purpose } from '#contract/kit/purposes.ts';
import { consentRoutes, type PurposeSetting } from '#contract/resources/consents.ts';
import { useAnswer } from '#web/kit/answers.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { CheckboxesField } from '#web/ui/choice-field.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { FormButtons } from './form-buttons.tsx';
import css from './logo-form.module.css';

/** For what consent is required, and in which words people agree. */
export const ConsentsForm = () => {
  const { data, isError, error, refetch } = useAnswer(consentRoutes.purposes, {});
  if (isError && !data)
    return <LoadFailed title="Could not load purposes." helper={whyNotLoaded(error)} onRetry={() => void refetch()} />;
  return data ? <Purposes stored={data.data} /> : <AreaSkeleton label="Loading purposes" height={160} />;
};

type Words = Record<Purpose, string>;
const wordsOf = (stored: PurposeSetting[]) =>
  Object.fromEntries(stored.map(({ purpose, wording }) => [purpose, wording])) as Words;

const help =
  'Who has not agreed to it, or not any more, is left out there, and a line says how many. Work with people on screens goes on as before.';

const Purposes = ({ stored }: { stored: PurposeSetting[] }) => {
  const { mutateAsync } = useWrite(consentRoutes.changePurposes);
  const now = {
    required: stored.filter(({ required }) => required).map(({ purpose }) => purpose),
    ...wordsOf(stored),
  };
  const form = useForm<typeof now, unknown>(
    now,
    ({ required, ...words }) => {
      // The words of the product are nobody's own.
      const wording = Object.fromEntries(
        stored.map(({ purpose, usual_wording }) => {
          const own = words[purpose].trim();
          return [purpose, own === usual_wording ? null : own || null];
        }),
      );
      return mutateAsync({ sent: { body: { required, wording } } });
    },
    () => saved(),
  );
  const saved = () => {
    toast.success('Consent saved');
    form.reset(form.values);
  };
  return (
    <SubmitForm form={form} className={css.form}>
      <CheckboxesField
        id="required"
        label="Consent is required for"
        help={help}
        options={stored.map(({ purpose, label }) => ({ value: purpose, label }))}
        value={form.values.required}
        onChange={(required) => form.set('required', required as Purpose[])}
        error={form.error('required')}
      />
      {stored.map(({ purpose, label }) => (
        <TextareaField
          key={purpose}
          id={`wording.${purpose}`}
          label={`What people agree to: ${label}`}
          value={form.values[purpose]}
          onChange={(words) => form.set(purpose, words)}
          error={form.error(`wording.${purpose}`)}
        />
      ))}
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <FormButtons isDirty={form.isDirty} isSaving={form.isSaving} onCancel={() => form.reset(now)} />
    </SubmitForm>
  );
};
