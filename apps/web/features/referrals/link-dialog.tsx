import { useId, useState } from 'react';
import { clientRoutes, matchReasons } from '#contract/resources/clients.ts';
import { referralSystemRoutes } from '#contract/resources/referral-system.ts';
import type { PersonName } from '#forms/person-columns.ts';
import { counted, fullName } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { formatDate } from '#web/ui/dates.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Reasons } from '#web/ui/reasons.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import css from './referrals.module.css';

type Person = PersonName & { id: number; dob: string };
type PersonSearch = { first_name: string; last_name: string; birth_date: string };
type PersonMatch = { first_name: string; last_name: string; birth_date: string | null };

const isNew = 'new';

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What speaks for a record of DTD being this person's, and against it. */
const reasonsFor = (person: Person, found: PersonMatch) => [
  ...(same(person.first_name, found.first_name) && same(person.last_name, found.last_name)
    ? [matchReasons.same_names]
    : [
        same(person.first_name, found.first_name) ? matchReasons.same_first_name : matchReasons.first_name_differs,
        same(person.last_name, found.last_name) ? matchReasons.same_last_name : matchReasons.last_name_differs,
      ]),
  ...(person.dob === found.birth_date ? [matchReasons.same_dob] : []),
];

/** Links a person to their record in DTD: one that is there, or a new one. */
export const LinkDialog = ({ client_id, onClose }: { client_id: number; onClose: () => void }) => {
  const { data: person } = useRouteQuery(clientRoutes.show, { params: { id: client_id } });
  const referrals = useRouteQuery(referralSystemRoutes.ofClient, { params: { client_id } });
  if (!person) return null;
  const waiting = referrals.data?.data.filter(({ referral_id }) => referral_id === null).length ?? 0;
  return <Linking person={person} waiting={waiting} onClose={onClose} />;
};

const blank = { email: '', cell_phone: '', home_phone: '', work_phone: '' };
const labels = { email: 'Email', cell_phone: 'Cell phone', home_phone: 'Home phone', work_phone: 'Work phone' };

const Linking = ({ person, waiting, onClose }: { person: Person; waiting: number; onClose: () => void }) => {
  const formId = useId();
  const name = fullName(person);
  const [sought, seek] = useState<PersonSearch>({
    first_name: person.first_name,
    last_name: person.last_name,
    birth_date: person.dob,
  });
  const found = useRouteQuery(
    referralSystemRoutes.clients,
    { query: { ...sought, client_id: String(person.id) } },
    { retry: false, staleTime: 60_000 },
  );
  const form = useForm(
    { chosen: '', ...blank },
    async ({ chosen, ...contact }) => {
      const params = { client_id: person.id };
      return chosen === isNew
        ? write(referralSystemRoutes.createClient, { sent: { params, body: contact } })
        : write(referralSystemRoutes.linkClient, { sent: { params, body: { case_worthy_client_id: chosen } } });
    },
    () => {
      toast.success(`${name} is linked to DTD`);
      onClose();
    },
  );
  const { values, set, field } = form;
  return (
    <FormDialog
      form={form}
      formId={formId}
      width={720}
      title="Link This Person to DTD for Referral"
      verb={values.chosen === isNew ? 'Create and link' : 'Link person'}
      isDisabled={values.chosen === ''}
      onClose={onClose}
    >
      <p className={words.small}>
        {waiting > 0 && `${counted(waiting, 'referral')} ${waiting === 1 ? 'waits' : 'wait'} until ${name} is linked. `}
        DTD gets the name, the date of birth and anything you enter here.
      </p>
      <SubmitForm form={form} id={formId}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        {found.isPending && <AreaSkeleton label="Searching DTD" height={160} />}
        {found.isError && (
          <LoadFailed
            title="Could not search DTD."
            helper={whyNotLoaded(found.error)}
            onRetry={() => void found.refetch()}
          />
        )}
        {found.data && (
          <fieldset className={css.records}>
            <legend className={words.head}>
              {found.data.data.length === 0
                ? `No record could be found for ${sought.first_name} ${sought.last_name} in the DTD system.`
                : `${counted(found.data.data.length, 'record')} in DTD`}
            </legend>
            {found.data.data.map((one) => (
              <label key={one.entity_id} className={css.choice}>
                <input
                  type="radio"
                  name="chosen"
                  checked={values.chosen === one.entity_id}
                  onChange={() => set('chosen', one.entity_id)}
                />
                <b>{fullName(one)}</b>
                <span className={words.small}>
                  {one.birth_date ? `${formatDate(one.birth_date)} · ` : ''}DTD {one.entity_id}
                </span>
                <Reasons reasons={reasonsFor(person, one)} />
              </label>
            ))}
            <label className={css.choice}>
              <input
                type="radio"
                name="chosen"
                checked={values.chosen === isNew}
                onChange={() => set('chosen', isNew)}
              />
              <b>Create a new record in DTD</b>
              <span className={words.small}>With the email and phone numbers you enter</span>
            </label>
          </fieldset>
        )}
        {values.chosen === isNew && (
          <div className={layout.tiles}>
            {(Object.keys(blank) as (keyof typeof blank)[]).map((key) => (
              <TextField key={key} {...field(key)} label={labels[key]} autoComplete="off" maxLength={100} />
            ))}
          </div>
        )}
      </SubmitForm>
      <SearchAgain
        sought={sought}
        onSeek={(next) => {
          set('chosen', '');
          seek(next);
        }}
      />
    </FormDialog>
  );
};

/** Another name or date of birth, under which DTD may have the person. */
const SearchAgain = ({ sought, onSeek }: { sought: PersonSearch; onSeek: (sought: PersonSearch) => void }) => {
  const [typed, setTyped] = useState<PersonSearch | null>(null);
  if (!typed)
    return (
      <p className={words.small}>
        Another name?{' '}
        <Button tone="subtle" size="small" onClick={() => setTyped(sought)}>
          Search DTD again
        </Button>
      </p>
    );
  return (
    <search className={layout.tiles}>
      {(['first_name', 'last_name'] as const).map((key) => (
        <TextField
          key={key}
          id={`sought-${key}`}
          label={key === 'first_name' ? 'First name' : 'Last name'}
          value={typed[key]}
          onChange={(name) => setTyped({ ...typed, [key]: name })}
        />
      ))}
      <DateField
        id="sought-dob"
        label="Date of birth"
        past
        value={typed.birth_date}
        onChange={(birth_date) => birth_date && setTyped({ ...typed, birth_date })}
      />
      <Button disabled={!typed.first_name || !typed.last_name} onClick={() => onSeek(typed)}>
        Search
      </Button>
    </search>
  );
};
