import { useId, useState } from 'react';
import type { Answer } from '#contract/kit/route.ts';
import { dataImportRoutes } from '#contract/resources/data-imports.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { type ReferralPart, referralPartNames, referralParts } from '#contract/resources/referral-system.ts';
import { useZone } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { failures } from '#web/kit/failures.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Section } from '#web/ui/section.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import words from '#web/ui/words.module.css';
import css from './life-cycle.module.css';
import type { Organization } from './organization.ts';

type Of = { organization: Organization };
type ConnectionTest = Answer<typeof organizationRoutes.caseWorthyTest>;

/** The external referral system of an organization: where it is, whether it answers, and which form refers. */
export const ReferralSystem = ({ organization }: Of) => {
  const { opened, open, close } = useOpened<'edit' | 'remove'>();
  const { id, name, case_worthy_affiliation: system } = organization;
  const remove = async () => {
    const body = { case_worthy_affiliation: { destroy: true } } as const;
    await write(organizationRoutes.update, { sent: { params: { id }, body } });
    toast.success(`DTD turned off for ${name}`);
    close();
  };
  return (
    <Section
      title="DTD Referrals"
      tab={{ key: 'dtd' }}
      action={
        <Button tone="subtle" onClick={() => open('edit')}>
          {system ? 'Edit' : 'Set up'}
        </Button>
      }
    >
      {system ? (
        <Settings organization={organization} system={system} onRemove={() => open('remove')} />
      ) : (
        <p className={words.small}>
          The referral system receives each response to one of the organization’s forms as a referral.
        </p>
      )}
      {opened === 'edit' && <Editing organization={organization} onClose={close} />}
      {opened === 'remove' && (
        <ConfirmWrite title={`Turn off DTD for ${name}`} verb="Turn off" danger write={remove} onClose={close}>
          This removes the menu entry, deletes the key and stops sending referrals. Past referrals stay in their
          responses.
        </ConfirmWrite>
      )}
    </Section>
  );
};

type System = NonNullable<Organization['case_worthy_affiliation']>;

const Settings = ({ organization: { id }, system, onRemove }: Of & { system: System; onRemove: () => void }) => {
  const zone = useZone();
  const forms = useRouteQuery(dataImportRoutes.forms, { params: { organization_id: id } });
  const form = forms.data?.data.find((one) => one.id === system.template_referral_form_id);
  const [tried, setTried] = useState<ConnectionTest | null>(null);
  const [isTrying, setTrying] = useState(false);
  const tryIt = async () => {
    setTrying(true);
    try {
      setTried(await write(organizationRoutes.caseWorthyTest, { sent: { params: { id } } }));
    } catch (error) {
      failures.report(error);
    } finally {
      setTrying(false);
    }
  };
  return (
    <>
      <DescriptionList
        facts={[
          { label: 'Address', value: <code>{system.base_url}</code> },
          { label: 'Organization in DTD', value: <code>{system.case_worthy_organization_id}</code> },
          { label: 'Key', value: 'Set, not shown' },
          { label: 'Referral form', value: form?.name },
          { label: 'Last checked', value: system.polled_at && showDateTime(system.polled_at, zone) },
        ]}
      />
      <p className={`${layout.row} ${css.tools}`} role="status">
        <Button busy={isTrying} onClick={() => void tryIt()}>
          Test connection
        </Button>
        <Button onClick={onRemove}>Turn off</Button>
        {tried && (
          <>
            <StatusBadge tone={tried.ok ? 'ok' : 'error'}>{tried.ok ? 'Connected' : 'Not connected'}</StatusBadge>
            <span>{tried.message}</span>
          </>
        )}
      </p>
    </>
  );
};

const chosen = (id: number | null | undefined) => (id == null ? null : String(id));
const numbered = (id: string | null) => (id === null ? null : Number(id));
const path = (key: string) => `case_worthy_affiliation.${key}`;

const texts = {
  base_url: { label: 'Address', help: 'Address of the DTD system, such as https://dtd.example.org/api' },
  case_worthy_organization_id: { label: 'Organization in DTD', help: 'The organization’s ID in DTD' },
};

const Editing = ({ organization: { id, case_worthy_affiliation: system }, onClose }: Of & { onClose: () => void }) => {
  const formId = useId();
  const mapped = (name: ReferralPart) => chosen(system?.referral_form_field_mappings[name]);
  const form = useForm(
    {
      base_url: system?.base_url ?? '',
      api_key: '',
      case_worthy_organization_id: system?.case_worthy_organization_id ?? '',
      template_referral_form_id: chosen(system?.template_referral_form_id),
      ...(Object.fromEntries(referralPartNames.map((name) => [name, mapped(name)])) as Record<
        ReferralPart,
        string | null
      >),
    },
    async ({ api_key, template_referral_form_id, base_url, case_worthy_organization_id, ...parts }) =>
      write(organizationRoutes.update, {
        sent: {
          params: { id },
          body: {
            case_worthy_affiliation: {
              base_url,
              case_worthy_organization_id,
              ...(api_key === '' ? {} : { api_key }),
              template_referral_form_id: numbered(template_referral_form_id),
              referral_form_field_mappings: Object.fromEntries(
                referralPartNames.map((name) => [name, numbered(parts[name])]),
              ),
            },
          },
        },
      }),
    () => {
      toast.success('DTD settings saved');
      onClose();
    },
  );
  const { values, set } = form;
  const error = (key: string) => form.error(path(key));
  const bound = (key: 'base_url' | 'case_worthy_organization_id' | 'api_key') => ({
    id: path(key),
    value: values[key],
    onChange: (value: string) => set(key, value),
    error: error(key),
  });
  const form_id = numbered(values.template_referral_form_id);
  const forms = useRouteQuery(dataImportRoutes.forms, { params: { organization_id: id } });
  const fields = useRouteQuery(
    organizationRoutes.formFields,
    { params: { organization_id: id, id: form_id ?? 0 } },
    { enabled: form_id !== null },
  );
  const options = (rows: { id: number; name: string }[] | undefined) =>
    (rows ?? []).map((one) => ({ value: String(one.id), label: one.name }));
  const choose = (next: string | null) => {
    set('template_referral_form_id', next);
    // Another form has other fields.
    for (const name of referralPartNames) set(name, null);
  };
  return (
    <FormDialog form={form} formId={formId} width={720} title="Set up DTD referrals" onClose={onClose}>
      <SubmitForm form={form} id={formId}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <div className={`${layout.column} ${css.settings}`}>
          {(['base_url', 'case_worthy_organization_id'] as const).map((key) => (
            <TextField key={key} {...texts[key]} {...bound(key)} autoComplete="off" required />
          ))}
          <PasswordField
            {...bound('api_key')}
            label="Key"
            help={
              system
                ? 'A key is set and won’t be shown again. Leave this empty to keep it.'
                : 'It won’t be shown again.'
            }
            autoComplete="off"
          />
          <SelectField
            id={path('template_referral_form_id')}
            label="Referral form"
            help="Each response is sent as a referral."
            placeholder="No form"
            options={options(forms.data?.data)}
            value={values.template_referral_form_id}
            onChange={choose}
            error={error('template_referral_form_id')}
          />
          {form_id !== null &&
            referralPartNames.map((name) => (
              <SelectField
                key={name}
                id={path(`referral_form_field_mappings.${name}`)}
                label={referralParts[name]}
                placeholder="No field"
                options={options(fields.data?.data)}
                loading={fields.isPending}
                value={values[name]}
                onChange={(field) => set(name, field)}
                error={error(`referral_form_field_mappings.${name}`)}
              />
            ))}
        </div>
      </SubmitForm>
    </FormDialog>
  );
};
