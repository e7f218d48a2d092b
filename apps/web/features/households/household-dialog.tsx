import { useId } from 'react';
import { householdMemberRoutes, householdRoutes } from '#contract/resources/households.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { type HouseholdRecord, type InDialog, isPresent, livesHere, refuse } from './household.ts';
import css from './households.module.css';

/** The title and the head of a household; and the person of the page leaves it here. */
export const HouseholdDialog = ({ person, household, onClose }: InDialog & { household: HouseholdRecord }) => {
  const formId = useId();
  const { household_title, head_id, member_id, members, lock_version } = household;
  const { opened, open, close } = useOpened<'leave'>();
  const params = { client_id: person.id };
  const form = useForm(
    { title: household_title, head_id: head_id === null ? null : String(head_id) },
    async (values) => {
      const body = {
        lock_version,
        // A title that stays is none of its own.
        ...(values.title !== household_title && { title: values.title }),
        ...(values.head_id !== null && Number(values.head_id) !== head_id && { head_id: Number(values.head_id) }),
      };
      return write(householdRoutes.update, { sent: { params, body } }).catch(refuse);
    },
    (saved) => {
      toast.success(`${saved.household_title} saved`);
      onClose();
    },
  );
  const { field, values, set, error } = form;
  const name = `${person.first_name} ${person.last_name}`;
  const heads = [
    { value: String(member_id), label: name },
    ...members
      .filter((one) => one.id === head_id || (one.type === 'client' && livesHere(one)))
      .map((one) => ({ value: String(one.id), label: one.name })),
  ];
  const leave = async () => {
    await write(householdMemberRoutes.remove, { sent: { params: { ...params, id: member_id } } });
    toast.success(`${name} removed from the household`);
    onClose();
  };
  return (
    <FormDialog form={form} formId={formId} title="Edit household" onClose={onClose}>
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <TextField
          {...field('title')}
          label="Title"
          maxLength={200}
          autoComplete="off"
          help="If you leave this empty, the household is named after its head."
        />
        <SelectField
          id="head_id"
          label="Head of the household"
          options={heads}
          value={values.head_id}
          onChange={(head) => set('head_id', head)}
          placeholder={head_id === null ? 'A person you can’t see' : undefined}
          error={error('head_id')}
        />
        <div>
          <Button size="small" onClick={() => open('leave')}>
            Remove {person.first_name} from this household
          </Button>
        </div>
      </SubmitForm>
      {opened === 'leave' && (
        <ConfirmWrite title={`Remove ${name}`} verb="Remove" danger write={leave} onClose={close}>
          {members.some(isPresent) || household.unseen > 0
            ? `${person.first_name} leaves the household today, and the others stay. If they were added in the last 24 hours, no former membership is kept.`
            : 'The household has no other members, so it closes.'}
        </ConfirmWrite>
      )}
    </FormDialog>
  );
};
