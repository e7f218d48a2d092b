import { internalForm, options } from './form.ts';

const languages = {
  es: 'Spanish',
  vi: 'Vietnamese',
  ru: 'Russian',
  so: 'Somali',
  ar: 'Arabic',
  asl: 'American Sign Language',
};

type Interpreter = [name: string, languages: (keyof typeof languages)[], phone: string, hours: string];

const people: Interpreter[] = [
  ['Amina Warsame', ['so', 'ar'], '0211', 'Weekday mornings'],
  ['Beatriz Olmedo', ['es'], '0214', 'Any day until 6 PM'],
  ['Dmitri Kolesnik', ['ru'], '0219', 'By phone only, evenings'],
  ['Hoa Tran', ['vi'], '0225', 'Tuesday and Thursday'],
  ['Lena Ashdown', ['asl'], '0231', 'With two days’ notice'],
  ['Rafael Ibarra', ['es', 'asl'], '0236', 'Weekdays'],
  ['Yusuf Haddad', ['ar'], '0240', 'Weekends'],
];

/** Who interprets, in which languages, and when. */
export const interpreters = internalForm({
  name: 'Interpreters',
  description: 'Who can be asked to interpret. Never ask a child of the family to do it.',
  entries: {
    name: {
      field: { name: 'Interpreter', description: null, field_type: 'freeform-short', metadata: { max: 120 } },
      required: true,
      quick: true,
    },
    languages: {
      field: {
        name: 'Interprets',
        description: null,
        field_type: 'select-many',
        field_options: options(languages),
      },
      required: true,
      quick: true,
    },
    phone: {
      field: {
        name: 'Phone of the interpreter',
        description: null,
        field_type: 'freeform-short',
        metadata: { mask: '(999) 999-9999' },
      },
      quick: true,
    },
    hours: { field: { name: 'Can be reached', description: null, field_type: 'freeform-short' }, quick: true },
  },
  records: people.map(([name, spoken, phone, hours]) => ({
    name,
    languages: spoken,
    phone: `(541) 555-${phone}`,
    hours,
  })),
});

type Room = [name: string, seats: number, floor: string, note: string | null];

const rooms: Room[] = [
  ['Blue room', 4, 'Ground floor', 'A corner with toys; the door has a window.'],
  ['Garden room', 12, 'Ground floor', 'For groups. Reached without steps.'],
  ['Quiet room', 3, 'First floor', 'Nothing is heard outside.'],
  ['Desk 2', 2, 'Ground floor', null],
];

/** Where appointments are held. */
export const meetingRooms = internalForm({
  name: 'Rooms for appointments',
  description: 'Where to meet people, and what each room is good for.',
  entries: {
    name: {
      field: { name: 'Room', description: null, field_type: 'freeform-short', metadata: { max: 120 } },
      required: true,
      quick: true,
    },
    seats: {
      field: {
        name: 'Seats',
        description: null,
        field_type: 'number',
        metadata: { min: 1, max: 50, format: 'integer' },
      },
      required: true,
      quick: true,
    },
    floor: { field: { name: 'Floor', description: null, field_type: 'freeform-short' }, quick: true },
    note: { field: { name: 'Good to know', description: null, field_type: 'freeform-long' } },
  },
  records: rooms.map(([name, seats, floor, note]) => ({ name, seats, floor, note })),
});
