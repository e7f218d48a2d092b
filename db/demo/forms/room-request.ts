import { options, type Questions } from './form.ts';

/** What anybody may send from home: who needs a room, and since when. */
export const roomRequest: Questions = {
  name: 'Room request',
  description: 'Tell us who needs a room and how we reach you. We call back within two working days.',
  entries: {
    name: {
      field: { name: 'Your name', description: 'First and last name.', field_type: 'freeform-short', metadata: {} },
      required: true,
      quick: true,
      settings: { client_field: 'first_name' },
    },
    dob: {
      field: { name: 'Your date of birth', description: null, field_type: 'date', metadata: {} },
      quick: true,
      settings: { client_field: 'dob' },
    },
    gender: {
      field: { name: 'Your gender', description: null, field_type: 'freeform-short', metadata: {} },
      settings: { client_field: 'gender' },
    },
    ssn: {
      field: {
        name: 'Last 4 digits of your Social Security number',
        description: 'Only if you know them.',
        field_type: 'freeform-short',
        metadata: {},
      },
      settings: { client_field: 'ssn_suffix' },
    },
    who: {
      field: {
        name: 'Who needs the room',
        description: null,
        field_type: 'select-one',
        metadata: { allow_other: true },
        field_options: options({
          one: 'One adult',
          couple: 'A couple',
          family: 'A parent with children',
        }),
      },
      required: true,
      quick: true,
    },
    since: {
      field: { name: 'Since when you need it', description: null, field_type: 'date', metadata: {} },
      quick: true,
    },
    phone: {
      field: { name: 'Phone that is safe to call', description: null, field_type: 'freeform-short', metadata: {} },
    },
    more: {
      field: { name: 'Anything that we should know', description: null, field_type: 'freeform-long', metadata: {} },
    },
  },
};

/** What was sent, the oldest first: so many days ago, and what it says. */
export const roomRequests: { ago: number; language?: string; answers: Record<string, unknown> }[] = [
  {
    ago: 68,
    answers: { name: 'Grace Okafor', dob: '1990-04-03', who: 'one', phone: '(541) 555-0131', more: 'After 5 PM.' },
  },
  { ago: 40, answers: { name: 'T. Rivera', who: 'one' } },
  { ago: 22, answers: { name: 'Javier Soto', dob: '1983-02-18', who: 'couple', more: 'Ask for Ana Rivera.' } },
  {
    ago: 4,
    language: 'es',
    answers: { name: 'Jonás Rivera', dob: '1999-12-21', gender: 'Male', who: 'one', phone: '(541) 555-0177' },
  },
  {
    ago: 1,
    language: 'es',
    answers: {
      name: 'Ana Maria Rivera',
      dob: '1985-03-14',
      gender: 'Female',
      ssn: '4182',
      who: 'family',
      phone: '(541) 555-0142',
      more: 'My son uses an inhaler. We are near the library until it closes at six.',
    },
  },
];
