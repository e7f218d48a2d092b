import { IconRefresh } from '@tabler/icons-react';
import { useParams } from 'react-router';
import type { z } from 'zod';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { referralSystemRoutes, type referral as shape } from '#contract/resources/referral-system.ts';
import { useMember, useZone } from '#web/access/account.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Section } from '#web/ui/section.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import css from './referrals.module.css';
import { ReferralStatus } from './status.tsx';
import { useRefresh } from './use-refresh.ts';

type Referral = z.output<typeof shape>;

/** How a response stands as a referral in DTD, and its status to change. */
export const ReferralCard = ({ id }: { id: number }) => {
  // It stands on the page of the response, below that of the person.
  const client_id = Number(useParams().id);
  const { data } = useRouteQuery(clientFormRoutes.show, { params: { client_id, id } });
  return data?.referral ? (
    <Card key={data.referral.updated_at} referral={data.referral} isChangeable={data.actions.includes('write')} />
  ) : null;
};

const Card = ({ referral, isChangeable }: { referral: Referral; isChangeable: boolean }) => {
  const zone = useZone();
  const { refresh, isBusy, failure } = useRefresh();
  const { organization } = useMember();
  const { referral_id, referral_status, status_updated_at, created_at, note, refusal } = referral;
  const canChange = organization.case_worthy_affiliation && isChangeable;
  return (
    <Section
      note="Checked each night"
      title="DTD Referral Status"
      action={canChange && <RefreshButton isBusy={isBusy} onClick={() => void refresh()} />}
    >
      {(failure ?? refusal) && <Banner tone={failure ? 'error' : 'warn'}>{failure ?? refusal}</Banner>}
      {canChange && referral_id !== null ? (
        <Choice referral={referral} />
      ) : (
        <p className={css.status}>
          <ReferralStatus status={referral_status} />
        </p>
      )}
      <DescriptionList
        facts={[
          { label: 'Referred At', value: showDateTime(created_at, zone) },
          { label: 'DTD Referral ID', value: referral_id && <code>{referral_id}</code> },
          { label: 'Status Last Updated At', value: status_updated_at && showDateTime(status_updated_at, zone) },
          { label: 'Note', value: note },
        ]}
      />
    </Section>
  );
};

const RefreshButton = ({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) => (
  <IconButton
    icon={IconRefresh}
    label={isBusy ? 'Refreshing from DTD' : 'Refresh from DTD'}
    disabled={isBusy}
    onClick={onClick}
  />
);

/** The status to change: Save and Cancel come with another one. */
const Choice = ({ referral: { id, referral_status } }: { referral: Referral }) => {
  const statuses = useRouteQuery(referralSystemRoutes.statuses, {}, { retry: false, staleTime: 300_000 });
  const form = useForm(
    { referral_status: referral_status ?? '' },
    async (values) => write(referralSystemRoutes.update, { sent: { params: { id }, body: values } }),
    () => toast.success('Status saved'),
  );
  const { values, set, error } = form;
  const known = statuses.data?.data.map(({ text, value }) => ({ value, label: text })) ?? [];
  const now = referral_status ?? '';
  const options = known.some(({ value }) => value === now) ? known : [{ value: now, label: now }, ...known];
  return (
    <>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <div className={css.status}>
        <SelectField
          loading={statuses.isPending}
          options={options}
          id="referral_status"
          label="Status"
          error={error('referral_status')}
          value={values.referral_status}
          onChange={(status) => status && set('referral_status', status)}
        />
      </div>
      {form.isDirty && values.referral_status !== now && (
        <div className={`${layout.row} ${css.foot}`}>
          <span className={words.small}>Was {referral_status}. Saving updates DTD too.</span>
          <Button tone="subtle" onClick={() => set('referral_status', now)}>
            Cancel
          </Button>
          <Button tone="filled" busy={form.isSaving} onClick={() => void form.submit()}>
            Save
          </Button>
        </div>
      )}
    </>
  );
};
