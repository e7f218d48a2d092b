import { useId, useState } from 'react';
import { householdMemberRoutes } from '#contract/resources/households.ts';
import { useMember } from '#web/access/account.tsx';
import { ApiError } from '#web/kit/api.ts';
import { todayIn } from '#web/kit/formats.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type InDialog, type MemberRecord, refuse } from './household.ts';
import css from './households.module.css';
import { optionsOf } from './options.ts';

const mistakenFor = 24 * 3600 * 1000;
const whys = { left: 'Left the household', mistake: 'Added by mistake' };

/** Takes a member out of the household of a person: by the day they left, or, within 24 hours, as a mistake. */
export const RemoveMember = ({ person, member, onClose }: InDialog & { member: MemberRecord }) => {
  const formId = useId();
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  const [isFresh] = useState(() => Date.now() - Date.parse(member.created_at) < mistakenFor);
  const [problem, setProblem] = useState<string | null>(null);
  const params = { client_id: person.id, id: member.id };
  const { lock_version } = member;
  const form = useForm(
    { why: 'left', ended_on: today as string | null },
    async ({ why, ended_on }) => {
      if (why === 'left' && !ended_on) throw new ApiError(422, { ended_on: [problem ?? 'Enter the date they left'] });
      const saving: Promise<unknown> =
        why === 'left'
          ? write(householdMemberRoutes.update, { sent: { params, body: { ended_on, lock_version } } })
          : write(householdMemberRoutes.remove, { sent: { params, body: { lock_version } } });
      await saving.catch(refuse);
    },
    () => {
      toast.success(`${member.name} removed`);
      onClose();
    },
  );
  const { values, set, error } = form;
  return (
    <FormDialog form={form} note="" formId={formId} title={`Remove ${member.name}`} verb="Remove" onClose={onClose}>
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        {isFresh && (
          <RadioField
            id="why"
            label="Reason"
            options={optionsOf(whys)}
            value={values.why}
            onChange={(why) => set('why', why ?? 'left')}
          />
        )}
        {values.why === 'left' ? (
          <DateField
            id="ended_on"
            label="Until"
            past
            max={today}
            value={values.ended_on}
            onChange={(date, unread) => {
              setProblem(unread);
              set('ended_on', date);
            }}
            error={error('ended_on')}
            help="They’ll be listed as a former member."
          />
        ) : (
          <p>The membership will be kept only in the history.</p>
        )}
      </SubmitForm>
    </FormDialog>
  );
};
