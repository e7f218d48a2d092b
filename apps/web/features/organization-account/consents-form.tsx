import type { Purpose } from '#contract/kit/purposes.ts';
import { consentRoutes, type PurposeSetting } from '#contract/resources/consents.ts';
import { Answered } from '#web/kit/answered.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { SettingsForm, useSettings } from '#web/screens/settings-form.tsx';
import { CheckboxesField } from '#web/ui/choice-field.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { consentStatus } from './statuses.ts';

/** For what consent is required, and in which words people agree. */
export const ConsentSection = () => {
  const purposes = useRouteQuery(consentRoutes.purposes, {});
  return (
    <Section title="Consent" tab={{ key: 'consent', status: purposes.data && consentStatus(purposes.data.data) }}>
      <Answered
        of={purposes}
        failure="Could not load purposes."
        skeleton={<AreaSkeleton label="Loading purposes" height={880} />}
      >
        {({ data }) => <Purposes stored={data} />}
      </Answered>
    </Section>
  );
};

type Words = Record<Purpose, string>;
const wordsOf = (stored: PurposeSetting[]) =>
  Object.fromEntries(stored.map(({ purpose, wording }) => [purpose, wording])) as Words;

const help = 'People who haven’t agreed are left out, and a line says how many. You still see and edit them as usual.';

const Purposes = ({ stored }: { stored: PurposeSetting[] }) => {
  const { mutateAsync } = useWrite(consentRoutes.changePurposes);
  const now = {
    required: stored.filter(({ required }) => required).map(({ purpose }) => purpose),
    ...wordsOf(stored),
  };
  const form = useSettings(
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
    () => {
      toast.success('Consent saved');
    },
  );
  return (
    <SettingsForm settings={form}>
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
    </SettingsForm>
  );
};
