import { useState } from 'react';
import { useLocation } from 'react-router';
import { ageOn } from '#contract/age.ts';
import { type Errors, errorsOf, withIssues } from '#contract/kit/issues.ts';
import { cleaned } from '#contract/kit/text.ts';
import {
  clientRoutes,
  clients,
  dateIssues,
  type Gender,
  genderOptions,
  genders,
  isNotAnswered,
} from '#contract/resources/clients.ts';
import { draftSubjects } from '#contract/resources/drafts.ts';
import {
  byColumn,
  editedName,
  type NameKey,
  nameColumns,
  type PersonKey,
  personColumns,
  personLabels,
} from '#forms/person-columns.ts';
import { useMember } from '#web/access/account.tsx';
import { becomePerson, type ContactToPerson, contactOf } from '#web/access/contact-to-person.ts';
import { fullName, showDate, todayIn } from '#web/kit/formats.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Side } from '#web/screens/beside.tsx';
import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { masked, ShowSsn } from '#web/screens/ssn.tsx';
import { SsnField } from '#web/screens/ssn-field.tsx';
import { useDraft } from '#web/screens/use-draft.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AddingSteps, Looked, WhatCounts } from './adding.tsx';
import { useAlike } from './alike.tsx';
import { LookFirst } from './look-first.tsx';
import { type Outcome, type Person, people } from './person.ts';
import { type Photo, PhotoField } from './photo-field.tsx';

type Values = Record<NameKey, string> & {
  dob: string | null;
  gender: Gender | null;
  ssn_suffix: string;
  active: boolean;
  deceased: boolean;
  dod: string | null;
  photo: Photo;
};

const blank: Values = {
  ...editedName(),
  dob: null,
  gender: null,
  ssn_suffix: '',
  active: true,
  deceased: false,
  dod: null,
  photo: 'as it is',
} satisfies Values & Record<PersonKey, unknown>;

const valuesOf = (person: Person): Values => ({
  ...editedName(person),
  dob: person.dob,
  gender: person.gender,
  ssn_suffix: person.ssn_suffix,
  active: person.active,
  deceased: person.dod !== null,
  dod: person.dod,
  photo: 'as it is',
});

/** What is known of a contact who is to become a person. */
const beginningOf = ({ first_name, last_name, dob, gender }: ContactToPerson) => ({
  first_name,
  last_name,
  dob,
  gender,
});

/** As the contract types it. What is missing or wrong in it, the server says. */
const bodyOf = ({ photo: _, deceased, ...fields }: Values) =>
  ({ ...fields, dod: deceased ? fields.dod : null }) as Omit<Person, 'id'>;

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');
const { dod, ...personWords } = byColumn(personColumns, ({ label }) => ({ label }));
const labels = {
  ...personWords,
  dob: { ...personWords.dob, text: (date: string | null) => showDate(date) },
  gender: { ...personWords.gender, text: (gender: Gender | null) => (gender ? genders[gender] : '—') },
  active: { ...personWords.active, text: yesOrNo },
  deceased: { label: 'Deceased', text: yesOrNo },
  dod: { ...dod, text: (date: string | null) => (date ? showDate(date) : '—') },
};

const Form = ({ stored }: { stored?: Person }) => {
  /** Whoever adds somebody looks first who is there. */
  const [step, setStep] = useState<{ at: 'look' } | { at: 'details'; looked: Outcome | null }>(
    stored ? { at: 'details', looked: null } : { at: 'look' },
  );
  const { mutateAsync: removePhoto } = useWrite(clientRoutes.removePhoto);
  const contact = contactOf(useLocation().state);
  const draft = useDraft({
    subject: stored ? draftSubjects.client(stored.id) : draftSubjects.newClient,
    isTyped: () => editor.form.isDirty,
    content: () => {
      const { photo, ...typed } = editor.form.values;
      return { values: typed, initial: editor.form.initial, photo: photo instanceof File ? photo.name : null };
    },
    files: () => [editor.form.values.photo].filter((photo) => photo instanceof File),
    about: ({ values: typed }) => fullName({ ...blank, ...(typed as Partial<Values>) }),
    restore: ({ values: typed, initial, photo: chosen }, [photo]) => {
      const { form } = editor;
      form.reset(
        { ...form.values, ...(typed as Partial<Values>), ...(photo && { photo }) },
        { ...form.initial, ...(initial as Partial<Values>) },
      );
      if (chosen && !photo) form.say('photo', `The photo couldn’t be kept with the draft. Choose it again: ${chosen}`);
      setStep({ at: 'details', looked: null });
    },
  });
  const editor = useEditor(people, {
    draft,
    stored,
    blank: contact ? { ...blank, ...beginningOf(contact) } : blank,
    valuesOf,
    bodyOf,
    filesOf: ({ photo }): Record<string, File> => (photo instanceof File ? { photo } : {}),
    andThen: async ({ id }, { photo }) => {
      if (photo === 'removed') await removePhoto({ sent: { params: { id } } });
      if (contact) await becomePerson(contact, id);
    },
  });
  const { field, values, set, error, ...form } = editor.form;
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  const { saveUnlessAlike, haveSeen, isAsking, dialog } = useAlike(form.submit);
  const [isSsnSeen, setSsnSeen] = useState(false);
  const hidesSsn =
    stored !== undefined && !isSsnSeen && !isNotAnswered(stored.ssn_suffix) && values.ssn_suffix === stored.ssn_suffix;
  const showSsn = (digits: string) => {
    setSsnSeen(true);
    set('ssn_suffix', digits);
  };
  const [unread, setUnread] = useState<{ dob?: string; dod?: string }>({});

  const typeDate = (key: 'dob' | 'dod') => (date: string | null, problem: string | null) => {
    const { [key]: _read, ...rest } = unread;
    setUnread(problem ? { ...rest, [key]: problem } : rest);
    set(key, date);
  };
  /** What the contract says of all that stands in the form. */
  const refused = (): Errors => {
    const { lock_version: _, ...typed } = values;
    const { value } = cleaned(bodyOf(typed));
    const checked = clients.create.safeParse(value, { reportInput: true });
    return withIssues(errorsOf(checked.error?.issues ?? []), dateIssues(bodyOf(typed), today));
  };
  /** What is wrong with one value, once the person has left it. */
  const check = (key: 'dob' | 'dod' | 'ssn_suffix') => {
    const message = values[key] && refused()[key]?.[0];
    if (message) form.say(key, message);
  };
  const dateField = (key: 'dob' | 'dod') => ({
    id: key,
    past: true,
    max: today,
    value: values[key],
    onChange: typeDate(key),
    onBlur: () => check(key),
    error: error(key),
  });
  const submit = async () => {
    const problems: Errors = Object.fromEntries(Object.entries(unread).map(([key, problem]) => [key, [problem]]));
    if (!values.deceased) delete problems.dod;
    else if (!values.dod && !problems.dod) problems.dod = ['Enter date deceased'];
    if (Object.keys(problems).length > 0) form.setErrors({ ...refused(), ...problems });
    else if (stored) await form.submit();
    else await saveUnlessAlike(values);
  };

  if (step.at === 'look')
    return (
      <LookFirst
        start={values}
        offers={draft?.offers}
        onGo={(sought, looked) => {
          haveSeen(looked.likely ?? []);
          const isTyped = Object.entries(sought).some(([key, value]) => values[key as keyof Values] !== value);
          if (isTyped) form.reset({ ...values, ...sought }, form.initial);
          setStep({ at: 'details', looked });
        }}
      />
    );

  return (
    <Editor
      {...editor}
      form={{ ...editor.form, submit, isSaving: form.isSaving || isAsking }}
      labels={labels}
      {...(!stored && { beside: <AddingSteps at="details" /> })}
    >
      {!stored && <Looked outcome={step.looked} onAgain={() => setStep({ at: 'look' })} />}
      <FormGrid>
        {nameColumns.map(({ key, label, ...traits }) => (
          <Half key={key}>
            <TextField
              {...field(key)}
              label={label}
              required={!('optional' in traits)}
              optional={'optional' in traits}
              autoComplete="off"
            />
          </Half>
        ))}
        <Half>
          <SelectField
            id="gender"
            label={personLabels.gender}
            required
            options={genderOptions(organization.allow_unknown, stored?.gender)}
            value={values.gender}
            onChange={(gender) => set('gender', gender as Gender | null)}
            error={error('gender')}
          />
        </Half>
        <Half>
          <DateField
            {...dateField('dob')}
            label={personLabels.dob}
            required
            unit={values.dob && values.dob <= today ? `${ageOn(values.dob, values.dod ?? today)} y` : undefined}
          />
        </Half>
        <Half>
          <SsnField
            {...field('ssn_suffix')}
            {...(hidesSsn && {
              value: '',
              placeholder: `${masked} (type to replace)`,
              end: <ShowSsn id={stored.id} onShow={showSsn} />,
            })}
            onChange={showSsn}
            onBlur={() => check('ssn_suffix')}
          />
        </Half>
        <PhotoField
          value={values.photo}
          onChange={(photo) => set('photo', photo)}
          url={stored?.photo_url ?? null}
          error={error('photo')}
          onRefuse={(message) => form.say('photo', message)}
        />
        <Switch label={personLabels.active} checked={values.active} onChange={(active) => set('active', active)} />
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
            <DateField {...dateField('dod')} label={personLabels.dod} />
          </Half>
        )}
      </FormGrid>
      {dialog}
      {!stored && (
        <Side>
          <WhatCounts />
        </Side>
      )}
    </Editor>
  );
};

/** Adds a person, and changes one. */
export const { New, Edit } = editorOf(people, Form);
