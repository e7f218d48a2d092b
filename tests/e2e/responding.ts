import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { api, makeField, unique } from './definitions.ts';

type Person = { id: number; first_name: string; last_name: string; lock_version: number };

/** A random date of birth in years that the demo's people don't have, as the API takes it and as screens show it. */
export const birthDate = (): { dob: string; shown: string } => {
  const dob = new Date(Date.UTC(1900, 0, 1 + Math.floor(Math.random() * 7300))).toISOString().slice(0, 10);
  const [year, month, day] = dob.split('-');
  return { dob, shown: `${month}/${day}/${year}` };
};

/**
 * A person of its own for a test. Birth date and SSN follow from the last name: only two of one name may be taken for the
 * same person.
 */
export const makePerson = (page: Page, rest: { last_name?: string; [key: string]: unknown } = {}): Promise<Person> => {
  const { last_name = unique('Ender') } = rest;
  const number = createHash('sha256').update(last_name).digest().readUInt32BE();
  return api(page, 'POST', '/clients', {
    first_name: 'Tess',
    last_name,
    dob: new Date(Date.UTC(1950, 0, 1 + (number % 18_000))).toISOString().slice(0, 10),
    gender: 'female',
    ssn_suffix: String(1000 + (number % 9000)),
    ...rest,
  });
};

/** Opens the form of a new person, past the look at who is there already. */
export const beginPerson = async (page: Page): Promise<void> => {
  await page.goto('/organization/clients/new');
  // By the keyboard: drafts that are offered meanwhile move the button away from under a mouse.
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
};

/** A form with a field of each kind, by the names that the tests use. */
export const makeIntake = async (page: Page, rest: object = {}) => {
  const options = (...labels: string[]) =>
    labels.map((label, position) => ({ label, value: label.toLowerCase().replaceAll(' ', '_'), position }));
  const drafts = {
    visit: { name: 'Date of visit', field_type: 'date' },
    slept: {
      name: 'Slept last night',
      field_type: 'select-one',
      metadata: { allow_other: true },
      field_options: options('Own home', 'Shelter', 'Hotel'),
    },
    income: {
      name: 'Monthly income',
      field_type: 'number',
      metadata: { min: 0, max: 20_000, format: 'currency' },
    },
    needs: { name: 'Needs', field_type: 'select-many', field_options: options('Pets allowed', 'Ground floor') },
    language: {
      name: 'Language',
      field_type: 'select-one',
      field_options: options('Amharic', 'Arabic', 'English', 'French', 'Russian', 'Samoan', 'Somali', 'Spanish'),
    },
    phone: { name: 'Phone', field_type: 'freeform-short', metadata: { mask: '(999) 999-9999' } },
    notice: { name: 'Notice', field_type: 'attachment' },
    agreed: { name: 'Agreement', field_type: 'checkbox' },
    notes: { name: 'Notes', field_type: 'freeform-long' },
  };
  type Key = keyof typeof drafts;
  const ids = {} as Record<Key, number>;
  for (const key of Object.keys(drafts) as Key[])
    ids[key] = (await makeField(page, drafts[key].name, strip(drafts[key]))).id;
  const required: Key[] = ['visit', 'slept', 'income'];
  const form_fields = (Object.keys(drafts) as Key[]).map((key, position) => ({
    field_id: ids[key],
    position,
    is_required: required.includes(key),
    is_quick_view: key === 'slept' || key === 'income',
    settings: key === 'visit' ? { maxDate: { type: 'today' } } : {},
  }));
  type Form = { id: number; name: string; form_fields: { field_id: number; field: { name: string } }[] };
  const form = await api<Form>(page, 'POST', '/forms', { name: unique('Intake'), form_fields, ...rest });
  // Fields have names of their own in each test; labels are found by them.
  const names = {} as Record<Key, string>;
  for (const key of Object.keys(drafts) as Key[])
    names[key] = form.form_fields.find(({ field_id }) => field_id === ids[key])!.field.name;
  return { ...form, ids, names };
};

const strip = ({ name: _name, ...rest }: { name: string } & object) => rest;

export type Intake = Awaited<ReturnType<typeof makeIntake>>;

/** A response of a person to that form. */
export const respond = (
  page: Page,
  client_id: number,
  { id, ids }: Intake,
  answers: Partial<Record<keyof Intake['ids'], unknown>> = {},
): Promise<{ id: number; lock_version: number }> =>
  api(page, 'POST', `/clients/${client_id}/client_forms`, {
    form_id: id,
    answers: Object.entries({ visit: '2026-03-14', slept: 'shelter', income: 1240, ...answers }).map(
      ([key, value]) => ({
        field_id: ids[key as keyof Intake['ids']],
        value,
      }),
    ),
  });
