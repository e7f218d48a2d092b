import { useId, useState } from 'react';
import type { Answer, RequestInput } from '#contract/kit/route.ts';
import { clientRoutes, type Gender, genderOptions, isNotAnswered } from '#contract/resources/clients.ts';
import type { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { editedName, nameColumns, personLabels } from '#forms/person-columns.ts';
import { useMember } from '#web/access/account.tsx';
import { ApiError } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { SsnField } from '#web/screens/ssn-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './public-instances.module.css';

type InAnswers = Answer<typeof publicInstanceRoutes.matches>['person'];
type Person = Answer<typeof clientRoutes.create>;

const startOf = (person: InAnswers, allowUnknown: boolean) => ({
  ...editedName(person),
  dob: person.dob,
  gender: isNotAnswered(person.gender) && !allowUnknown ? null : (person.gender as Gender | null),
  ssn_suffix: person.ssn_suffix ?? '',
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
  const { organization } = useMember();
  const keyFor = useIdempotencyKey();
  const [unread, setUnread] = useState<string | null>(null);
  const form = useForm(
    startOf(person, organization.allow_unknown),
    async (values) => {
      if (unread) throw new ApiError(422, { dob: [unread] });
      // What is missing or wrong, the server says.
      const body = values as RequestInput<typeof clientRoutes.create>['body'];
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
        {nameColumns.map(({ key, label, ...traits }) => (
          <TextField
            key={key}
            label={label}
            required={!('optional' in traits)}
            optional={'optional' in traits}
            {...field(key)}
          />
        ))}
        <DateField
          id="dob"
          label={personLabels.dob}
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
          label={personLabels.gender}
          required
          options={genderOptions(organization.allow_unknown)}
          value={values.gender}
          error={error('gender')}
          onChange={(gender) => set('gender', gender as Gender | null)}
        />
        {person.ssn_suffix === null && <SsnField maxLength={4} {...field('ssn_suffix')} />}
      </SubmitForm>
    </FormDialog>
  );
};
