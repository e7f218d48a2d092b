import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { addressRoutes, type addressSettings } from '#contract/resources/addresses.ts';
import { Answered } from '#web/kit/answered.tsx';
import { useAnswer } from '#web/kit/answers.ts';
import { failures } from '#web/kit/failures.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField, Switch } from '#web/ui/checkbox.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Note } from '#web/ui/note.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { FormButtons } from './form-buttons.tsx';
import css from './logo-form.module.css';

type Settings = z.output<typeof addressSettings>;

/** How addresses are suggested while somebody types one: by a service, or from those used before. */
export const Addresses = () => {
  const settings = useAnswer(addressRoutes.settings, {});
  return (
    <Section title="Address suggestions" tab={{ key: 'addresses' }}>
      <Answered
        of={settings}
        failure="Could not load address suggestions."
        skeleton={<RecordSkeleton label="Loading address suggestions" />}
      >
        {(found) =>
          found.service === null ? (
            <Note>
              Addresses used before are suggested, to each person those that they may see. Whoever runs Hearth may set
              up a service that knows more.
            </Note>
          ) : (
            <Form stored={found} service={found.service} />
          )
        }
      </Answered>
    </Section>
  );
};

const keyHelp = ({ service, api_key_set }: Settings) =>
  api_key_set
    ? 'A key is stored, and not shown again. Another one replaces it.'
    : `Until there is one, addresses used before are suggested. ${service} gives it to you.`;

const Form = ({ stored, service }: { stored: Settings; service: string }) => {
  const { mutateAsync } = useWrite(addressRoutes.changeSettings);
  const now = { enabled: stored.enabled, api_key: '', forget: false };
  const form = useForm<typeof now, Settings>(
    now,
    ({ enabled, api_key, forget }) =>
      mutateAsync({ sent: { body: { enabled, ...(forget ? { api_key: null } : api_key ? { api_key } : {}) } } }),
    ({ enabled }) => {
      toast.success('Address suggestions saved');
      form.reset({ enabled, api_key: '', forget: false });
    },
  );
  const { values, set } = form;
  const test = useWrite(addressRoutes.test);
  const [told, setTold] = useState<{ ok: boolean; message: string } | null>(null);
  const ask = async () => {
    setTold(null);
    await test.mutateAsync({ sent: {} }).then(setTold, (error: unknown) => failures.report(error, () => void ask()));
  };
  return (
    <SubmitForm className={css.form} form={form}>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <Switch
        label={`Ask ${service}`}
        note={`What is typed as an address goes there, and nothing of whose it is or who types. ${used(stored)} Off: addresses used before are suggested.`}
        checked={values.enabled}
        onChange={(enabled) => set('enabled', enabled)}
      />
      {stored.asks_for_key && (
        <PasswordField
          {...form.field('api_key')}
          label={`Key at ${service}`}
          optional={stored.api_key_set}
          help={keyHelp(stored)}
          disabled={values.forget}
          autoComplete="off"
        />
      )}
      {stored.api_key_set && (
        <CheckboxField
          id="forget"
          label="Delete the stored key"
          checked={values.forget}
          onChange={(forget) => set('forget', forget)}
          disabled={values.api_key !== ''}
        />
      )}
      <div role="status" className={css.told}>
        {told && <Banner tone={told.ok ? 'info' : 'error'}>{told.message}</Banner>}
      </div>
      <FormButtons isDirty={form.isDirty} isSaving={form.isSaving} onCancel={() => form.reset(now)}>
        {!form.isDirty && (
          <Button tone="subtle" icon={IconPlugConnected} busy={test.isPending} onClick={() => void ask()}>
            Test
          </Button>
        )}
      </FormButtons>
    </SubmitForm>
  );
};

const used = ({ asked_in_a_day, daily_limit }: Settings) => {
  const times = asked_in_a_day.toLocaleString('en-US');
  return daily_limit === null
    ? `It was asked ${times} times in the last 24 hours.`
    : `It was asked ${times} of ${daily_limit.toLocaleString('en-US')} times in the last 24 hours.`;
};
