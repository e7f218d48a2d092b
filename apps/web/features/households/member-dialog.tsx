import { IconAddressBook, IconUsers } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ageOn } from '#contract/age.ts';
import { type Relationship, relationships } from '#contract/relationships.ts';
import { genderOptions } from '#contract/resources/clients.ts';
import { householdMemberRoutes } from '#contract/resources/households.ts';
import { useMember } from '#web/access/account.tsx';
import { ApiError } from '#web/kit/api.ts';
import { fullName, todayIn } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Consequences, useLeft } from './consequences.tsx';
import {
  firstWord,
  type HouseholdRecord,
  isPresent,
  type MemberRecord,
  type Person,
  refuse,
  typeWords,
} from './household.ts';
import css from './households.module.css';
import { changesOf, isWithName, type MemberValues, missingIn, newMemberOf, startOf } from './member-values.ts';
import { optionsOf } from './options.ts';
import type { PersonOption } from './people-search.ts';
import { PersonField } from './person-field.tsx';

const types = [
  { value: 'client' as const, label: typeWords.client, icon: IconUsers },
  { value: 'non_client' as const, label: typeWords.non_client, icon: IconAddressBook },
];

type Dates = 'dob' | 'started_on' | 'ended_on';

/** Adds a member to the household of a person, or changes one. @param member null for a new one */
export const MemberDialog = ({
  person,
  household,
  member,
  onClose,
}: {
  person: Person;
  household: HouseholdRecord | null;
  member: MemberRecord | null;
  onClose: () => void;
}) => {
  const formId = useId();
  const keyFor = useIdempotencyKey();
  const [unread, setUnread] = useState<Partial<Record<Dates, string>>>({});
  const [start] = useState(() => startOf(member));
  const params = { client_id: person.id };
  const form = useForm(
    start,
    async (values) => {
      const problems = Object.entries(unread).map(([key, problem]): [string, string[]] => [key, [problem]]);
      const errors = { ...missingIn(values, member), ...Object.fromEntries(problems) };
      if (Object.keys(errors).length > 0) throw new ApiError(422, errors);
      const move = left !== null && { move: true };
      const saving = member
        ? write(householdMemberRoutes.update, {
            sent: {
              params: { ...params, id: member.id },
              body: { ...changesOf(values, start, member), ...move, lock_version: member.lock_version },
            },
          })
        : write(householdMemberRoutes.create, {
            sent: { params, body: { ...newMemberOf(values), ...move } },
            idempotencyKey: keyFor(values),
          });
      return saving.catch(refuse);
    },
    (saved) => {
      toast.success(member ? `${saved.name} saved` : `${saved.name} added`);
      onClose();
    },
  );
  const { values, set } = form;
  const left = useLeft(values.type === 'client' ? values.person : null, household);
  const typeDate = (key: Dates) => (date: string | null, problem: string | null) => {
    const { [key]: _, ...rest } = unread;
    setUnread(problem ? { ...rest, [key]: problem } : rest);
    set(key, date);
  };
  const isOfPerson = member?.type === 'client';
  const title = member ? `Edit ${member.name}` : 'Add family member';
  const name = fullName(person);
  const about = household ? `To “${household.household_title}” of ${name}` : `To ${name}`;

  return (
    <FormDialog form={form} formId={formId} title={title} width={720} onClose={onClose}>
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        {!member && <p className={css.about}>{about}</p>}
        {!isOfPerson && (
          <div>
            <Segmented label="Type" options={types} value={values.type} onChange={(type) => set('type', type)} />
          </div>
        )}
        <MemberFields form={form} person={person} household={household} member={member} onDate={typeDate} />
        {values.type === 'client' && values.person && (
          <Consequences chosen={values.person} person={person} relationship={values.relationship} left={left} />
        )}
      </SubmitForm>
    </FormDialog>
  );
};

const MemberFields = ({
  form,
  person,
  household,
  member,
  onDate,
}: {
  form: Form<MemberValues>;
  person: Person;
  household: HouseholdRecord | null;
  member: MemberRecord | null;
  onDate: (key: Dates) => (date: string | null, problem: string | null) => void;
}) => {
  const { values, field, set, error } = form;
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  const date = (key: Dates) => ({
    id: key,
    value: values[key],
    max: today,
    past: true,
    onChange: onDate(key),
    error: error(key),
  });
  const who = firstWord(values.type === 'client' ? (values.person?.first_name ?? member?.name ?? '') : values.name);
  const isMember = (id: number) =>
    household?.members.some((one) => one.client_id === id && isPresent(one)) ? 'already a member' : undefined;
  const choose = (chosen: PersonOption | null) => {
    set('person', chosen);
    form.forget('existing_client_id');
  };
  return (
    <div className={css.fields}>
      {isWithName(values) ? (
        <>
          <div className={css.wide}>
            <TextField {...field('name')} label="Name" maxLength={200} autoComplete="off" />
          </div>
          <DateField
            {...date('dob')}
            label="Date of birth"
            unit={values.dob && values.dob <= today ? `${ageOn(values.dob, today)} y` : undefined}
          />
          <SelectField
            id="gender"
            label="Gender"
            options={genderOptions(organization.allow_unknown, values.gender)}
            value={values.gender}
            onChange={(gender) => set('gender', gender as MemberValues['gender'])}
            error={error('gender')}
          />
        </>
      ) : (
        member?.type !== 'client' && (
          <div className={css.wide}>
            <PersonField
              value={values.person}
              onChange={choose}
              error={error('existing_client_id')}
              among={isMember}
              not={person.id}
            />
          </div>
        )
      )}
      <div>
        <SelectField
          id="relationship"
          label="Relationship"
          options={optionsOf(relationships)}
          value={values.relationship}
          onChange={(relationship) => set('relationship', relationship as Relationship | null)}
          error={error('relationship')}
        />
        <p className={css.about}>{who ? `Of ${who} to ${person.first_name}` : `To ${person.first_name}`}</p>
      </div>
      <DateField {...date('started_on')} label="Since" optional={!member} />
      {member && !isPresent(member) && (
        <DateField {...date('ended_on')} label="Until" optional help="Leave empty if they live in the household" />
      )}
    </div>
  );
};
