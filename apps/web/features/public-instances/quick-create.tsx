import { useId, useState } from 'react';
import type { Answer, Sent } from '#contract/kit/route.ts';
import { clientRoutes, type Gender, genders } from '#contract/resources/clients.ts';
import type { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { ApiError } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './public-instances.module.css';

type InAnswers = Answer<typeof publicInstanceRoutes.matches>['person'];
type Person = Answer<typeof clientRoutes.create>;

const startOf = ({ first_name, middle_name, last_name, dob, gender, ssn_suffix }: InAnswers) => ({
  first_name: first_name ?? '',
  middle_name: middle_name ?? '',
  last_name: last_name ?? '',
  dob,
  gender: gender as Gender | null,
  ssn_suffix: ssn_suffix ?? '',
});

/** Records a new person as answers tell of them. What no answer tells is asked. */
export const QuickCreate = ({
  person,
  onCreated,
  onClose,
}: {
  person: InAnswers;
  onCreated: (person: Person) => Promise<void>;
  onClose: () => void;
}) => {
  const formId = useId();
  const keyFor = useIdempotencyKey();
  const [unread, setUnread] = useState<string | null>(null);
  const form = useForm(
    startOf(person),
    async (values) => {
      if (unread) throw new ApiError(422, { dob: [unread] });
      // What is missing or wrong, the server says.
      const body = values as Sent<typeof clientRoutes.create>['body'];
      return write(clientRoutes.create, { sent: { body }, idempotencyKey: keyFor(values) });
    },
    (created) => {
      onClose();
      void onCreated(created);
    },
  );
  const { field, values, set, error } = form;
  return (
    <FormDialog
      form={form}
      formId={formId}
      title="Create person from the answers"
      verb="Create and link"
      onClose={onClose}
    >
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <TextField label="First name" required {...field('first_name')} />
        <TextField label="Middle name" optional {...field('middle_name')} />
        <TextField label="Last name" required {...field('last_name')} />
        <DateField
          id="dob"
          label="Date of birth"
          required
          past
          value={values.dob}
          error={error('dob')}
          onChange={(date, problem) => {
            setUnread(problem);
            set('dob', date);
          }}
        />
        <SelectField
          id="gender"
          label="Gender"
          required
          options={Object.entries(genders).map(([value, label]) => ({ value, label }))}
          value={values.gender}
          error={error('gender')}
          onChange={(gender) => set('gender', gender as Gender | null)}
        />
        {person.ssn_suffix === null && (
          <TextField label="Last 4 of SSN" required inputMode="numeric" maxLength={4} {...field('ssn_suffix')} />
        )}
      </SubmitForm>
    </FormDialog>
  );
};
