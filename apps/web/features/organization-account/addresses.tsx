import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { addressRoutes, type addressSettings } from '#contract/resources/addresses.ts';
import { Answered } from '#web/kit/answered.tsx';
import { failures } from '#web/kit/failures.ts';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { SettingsForm, useSettings } from '#web/screens/settings-form.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField, Switch } from '#web/ui/checkbox.tsx';
import { Note } from '#web/ui/note.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './logo-form.module.css';
import { addressesStatus } from './statuses.ts';

type Settings = z.output<typeof addressSettings>;

/** How addresses are suggested while somebody types one: by a service, or from those used before. */
export const Addresses = () => {
  const settings = useRouteQuery(addressRoutes.settings, {});
  return (
    <Section
      title="Address suggestions"
      tab={{ key: 'addresses', status: settings.data && addressesStatus(settings.data), keywords: 'maps places' }}
    >
      <Answered
        of={settings}
        failure="Could not load address suggestions."
        skeleton={<RecordSkeleton label="Loading address suggestions" />}
      >
        {(found) =>
          found.service === null ? (
            <Note>
              People get suggestions from the addresses they can already see here. To look up other addresses too, ask
              the platform team to connect an address service.
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
    ? 'A key is stored and won’t be shown again. Enter another to replace it.'
    : `Get a key from ${service}. Until then, suggestions come from addresses you’ve used.`;

const Form = ({ stored, service }: { stored: Settings; service: string }) => {
  const { mutateAsync } = useWrite(addressRoutes.changeSettings);
  const now = { enabled: stored.enabled, api_key: '', forget: false };
  const form = useSettings<typeof now, Settings>(
    now,
    ({ enabled, api_key, forget }) =>
      mutateAsync({ sent: { body: { enabled, ...(forget ? { api_key: null } : api_key ? { api_key } : {}) } } }),
    ({ enabled }) => {
      toast.success('Address suggestions saved');
      return { enabled, api_key: '', forget: false };
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
    <SettingsForm
      settings={form}
      tools={
        !form.isDirty && (
          <Button tone="subtle" icon={IconPlugConnected} busy={test.isPending} onClick={() => void ask()}>
            Test
          </Button>
        )
      }
    >
      <Switch
        label={`Look up addresses at ${service}`}
        note={`The service receives the address being typed, but not whose it is or who is typing. ${used(stored)} Off: suggestions come from addresses you’ve used.`}
        checked={values.enabled}
        onChange={(enabled) => set('enabled', enabled)}
      />
      {stored.asks_for_key && (
        <PasswordField
          {...form.field('api_key')}
          label={`Key for ${service}`}
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
    </SettingsForm>
  );
};

const used = ({ asked_in_a_day, daily_limit }: Settings) =>
  daily_limit === null
    ? `${counted(asked_in_a_day, 'lookup')} in the last 24 hours.`
    : `${asked_in_a_day.toLocaleString('en-US')} of ${counted(daily_limit, 'lookup')} used in the last 24 hours.`;
