import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Errors } from '#contract/kit/issues.ts';
import { clientRoutes, clients, type Gender, genders } from '#contract/resources/clients.ts';
import { useMember } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { ageOn, fullName, listName, showDate, todayIn } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { useRecordToEdit, useWrite } from '#web/kit/use-record.ts';
import { Conflict } from '#web/screens/conflict.tsx';
import { RecordForm } from '#web/screens/record-form.tsx';
import type { Crumb } from '#web/ui/breadcrumbs.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type Person, root } from './people.tsx';
import { type Photo, PhotoField } from './photo-field.tsx';

type Values = {
  first_name: string;
  middle_name: string;
  last_name: string;
  dob: string | null;
  gender: Gender | null;
  ssn_suffix: string;
  active: boolean;
  deceased: boolean;
  dod: string | null;
  photo: Photo;
  lock_version?: number;
};

const blank: Values = {
  first_name: '',
  middle_name: '',
  last_name: '',
  dob: null,
  gender: null,
  ssn_suffix: '',
  active: true,
  deceased: false,
  dod: null,
  photo: 'as it is',
};

const valuesOf = (person: Person): Values => ({
  first_name: person.first_name,
  middle_name: person.middle_name ?? '',
  last_name: person.last_name,
  dob: person.dob,
  gender: person.gender,
  ssn_suffix: person.ssn_suffix,
  active: person.active,
  deceased: person.dod !== null,
  dod: person.dod,
  photo: 'as it is',
  lock_version: person.lock_version,
});

/** What is sent, as the contract types it. What is missing or wrong in it, the server says. */
const sentOf = ({ photo, deceased, ...fields }: Values) => ({
  body: { ...fields, dod: deceased ? fields.dod : null } as Omit<Person, 'id'>,
  ...(photo instanceof File ? { files: { photo } } : {}),
});

const told = {
  first_name: { label: 'First name' },
  middle_name: { label: 'Middle name' },
  last_name: { label: 'Last name' },
  dob: { label: 'Date of birth', text: (date: string | null) => showDate(date) },
  gender: { label: 'Gender', text: (gender: Gender | null) => (gender ? genders[gender] : '—') },
  ssn_suffix: { label: 'Last 4 of SSN' },
  active: { label: 'Active', text: (active: boolean) => (active ? 'Yes' : 'No') },
  deceased: { label: 'Deceased', text: (deceased: boolean) => (deceased ? 'Yes' : 'No') },
  dod: { label: 'Date deceased', text: (date: string | null) => (date ? showDate(date) : '—') },
};

export const NewPerson = () => {
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const create = useWrite(clientRoutes.create);
  const form = useForm(
    blank,
    (values) => create.mutateAsync({ sent: sentOf(values), idempotencyKey: keyFor(values) }),
    ({ id }) => {
      toast.success('Person added');
      navigate(`${root}/${id}`, { replace: true });
    },
  );
  return (
    <PersonForm
      form={form}
      title="Add person"
      crumbs={[{ label: 'People', to: root }, { label: 'Add person' }]}
      back={root}
    />
  );
};

export const EditPerson = () => {
  const id = Number(useParams().id);
  const data = useRecordToEdit(clientRoutes.show, { id }, root);
  return data ? <Edit key={id} person={data} /> : <RecordSkeleton label="Loading person" />;
};

const Edit = ({ person }: { person: Person }) => {
  const { id } = person;
  const navigate = useNavigate();
  const update = useWrite(clientRoutes.update);
  const removePhoto = useWrite(clientRoutes.removePhoto);
  const back = `${root}/${id}`;
  const form = useForm(
    valuesOf(person),
    async (values) => {
      await update.mutateAsync({ sent: { params: { id }, ...sentOf(values) } });
      if (values.photo === 'removed') await removePhoto.mutateAsync({ sent: { params: { id } } });
    },
    () => {
      toast.success('Saved');
      navigate(back, { replace: true });
    },
  );
  const name = fullName(person);
  return (
    <>
      <PersonForm
        form={form}
        title={`Edit ${name}`}
        crumbs={[{ label: 'People', to: root }, { label: listName(person), to: back }, { label: 'Edit' }]}
        back={back}
        photoUrl={person.photo_url}
      />
      <Conflict
        form={form}
        record={{ type: 'clients', id }}
        load={async () => valuesOf(await call(clientRoutes.show, { params: { id } }))}
        told={told}
      />
    </>
  );
};

type PersonFormProps = {
  form: Form<Values>;
  title: string;
  crumbs: [Crumb, ...Crumb[]];
  /** Where Cancel leads. */
  back: string;
  photoUrl?: string | null;
};

const PersonForm = ({ form, title, crumbs, back, photoUrl }: PersonFormProps) => {
  const { values, set, error } = form;
  const navigate = useNavigate();
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  const [unread, setUnread] = useState<{ dob?: string; dod?: string }>({});

  const typeDate = (key: 'dob' | 'dod') => (date: string | null, problem: string | null) => {
    const { [key]: _read, ...rest } = unread;
    setUnread(problem ? { ...rest, [key]: problem } : rest);
    set(key, date);
  };
  /** What the contract says of one value, once the person has left it. */
  const check = (key: 'ssn_suffix') => {
    const checked = values[key] ? clients.fields.shape[key].safeParse(values[key]) : null;
    const message = checked?.error?.issues[0]?.message;
    if (message) form.say(key, message);
  };
  const submit = async () => {
    const problems: Errors = Object.fromEntries(Object.entries(unread).map(([key, problem]) => [key, [problem]]));
    if (!values.deceased) delete problems.dod;
    else if (!values.dod && !problems.dod) problems.dod = ['Enter date deceased'];
    if (Object.keys(problems).length > 0) form.setErrors(problems);
    else await form.submit();
  };

  return (
    <RecordForm form={{ ...form, submit }} title={title} crumbs={crumbs} onCancel={() => navigate(back)}>
      <FormGrid>
        <Half>
          <TextField
            id="first_name"
            label="First name"
            required
            unmarked
            autoComplete="off"
            value={values.first_name}
            onChange={(text) => set('first_name', text)}
            error={error('first_name')}
          />
        </Half>
        <Half>
          <TextField
            id="middle_name"
            label="Middle name"
            optional
            autoComplete="off"
            value={values.middle_name}
            onChange={(text) => set('middle_name', text)}
            error={error('middle_name')}
          />
        </Half>
        <Half>
          <TextField
            id="last_name"
            label="Last name"
            required
            unmarked
            autoComplete="off"
            value={values.last_name}
            onChange={(text) => set('last_name', text)}
            error={error('last_name')}
          />
        </Half>
        <Half>
          <SelectField
            id="gender"
            label="Gender"
            required
            unmarked
            options={Object.entries(genders).map(([value, label]) => ({ value, label }))}
            value={values.gender}
            onChange={(gender) => set('gender', gender as Gender | null)}
            error={error('gender')}
          />
        </Half>
        <Half>
          <DateField
            id="dob"
            label="Date of birth"
            required
            unmarked
            past
            max={today}
            labelEnd={values.dob && values.dob <= today && `${ageOn(values.dob, values.dod ?? today)} y`}
            value={values.dob}
            onChange={typeDate('dob')}
            error={error('dob')}
          />
        </Half>
        <Half>
          <TextField
            id="ssn_suffix"
            label="Last 4 of SSN"
            required
            unmarked
            mono
            inputMode="numeric"
            autoComplete="off"
            value={values.ssn_suffix}
            onChange={(text) => set('ssn_suffix', text)}
            onBlur={() => check('ssn_suffix')}
            error={error('ssn_suffix')}
          />
        </Half>
        <PhotoField
          value={values.photo}
          onChange={(photo) => set('photo', photo)}
          url={photoUrl ?? null}
          error={error('photo')}
          onRefuse={(message) => form.say('photo', message)}
        />
        <Switch label="Active" checked={values.active} onChange={(active) => set('active', active)} />
        <Switch
          label="Deceased"
          checked={values.deceased}
          onChange={(deceased) => {
            set('deceased', deceased);
            typeDate('dod')(deceased ? today : null, null);
          }}
        />
        {values.deceased && (
          <Half>
            <DateField
              id="dod"
              label="Date deceased"
              past
              max={today}
              value={values.dod}
              onChange={typeDate('dod')}
              error={error('dod')}
            />
          </Half>
        )}
      </FormGrid>
    </RecordForm>
  );
};
