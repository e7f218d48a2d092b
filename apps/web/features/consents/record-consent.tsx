import type { Purpose } from '#contract/kit/purposes.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { useMember } from '#web/access/account.tsx';
import { counted, todayIn } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { CheckboxesField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { bodyOf, ConsentDialog, type Corrigible } from './consent-dialog.tsx';
import css from './consents.module.css';
import { useDays } from './use-days.ts';

type Values = Corrigible & { purposes: Purpose[]; begins_on: string | null };

/** Records what a person agreed to: for what, in which words, by whom, from when until when, and where it is signed. */
export const RecordConsent = ({ client_id, onClose }: { client_id: number; onClose: () => void }) => {
  const keyFor = useIdempotencyKey();
  const today = todayIn(useMember().organization.time_zone);
  const { day, refuseUnread } = useDays();
  const settings = useRouteQuery(consentRoutes.purposes, {});
  const start: Values = {
    purposes: [],
    given_by: 'person',
    given_by_name: '',
    begins_on: today,
    ends_on: null,
    response_id: null,
    note: '',
  };
  const form = useForm(
    start,
    async (values) => {
      refuseUnread();
      const { purposes, begins_on } = values;
      const body = { purposes, ...bodyOf(values), ...(begins_on && { begins_on }) };
      return write(consentRoutes.create, { sent: { params: { client_id }, body }, idempotencyKey: keyFor(body) });
    },
    ({ data }) => {
      toast.success(`${counted(data.length, 'consent')} recorded`);
      onClose();
    },
  );
  const { values, set, error } = form;
  const chosen = (settings.data?.data ?? []).filter(({ purpose }) => values.purposes.includes(purpose));
  return (
    <ConsentDialog
      title="Record consent"
      client_id={client_id}
      form={form}
      firstDay={<DateField label="First day" {...day(form, 'begins_on')} />}
      lastDay={day(form, 'ends_on')}
      onClose={onClose}
    >
      <CheckboxesField
        id="purposes"
        label="Agreed to"
        options={(settings.data?.data ?? []).map(({ purpose, label }) => ({ value: purpose, label }))}
        value={values.purposes}
        onChange={(purposes) => set('purposes', purposes as Purpose[])}
        error={error('purposes')}
      />
      {chosen.map(({ purpose, label, wording }) => (
        <blockquote key={purpose} className={css.words} aria-label={label}>
          {wording}
        </blockquote>
      ))}
    </ConsentDialog>
  );
};
