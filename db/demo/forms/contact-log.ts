import { addDays } from '#forms/calendar.ts';
import { timeOfDay } from '../clock.ts';
import { type Topic, topics } from '../note-words.ts';
import { contactNote } from '../notes.ts';
import { about, demoForm, options, type Range } from './form.ts';
import { partners } from './partners.ts';
import { each, whenAnswer, whenClient } from './rules.ts';
import { nextAppointment, visitDate } from './shared-fields.ts';

const lengths: Record<'office' | 'phone' | 'home' | 'text' | 'shelter' | 'elsewhere' | 'missed', Range> = {
  office: [20, 75],
  phone: [5, 30],
  home: [30, 100],
  text: [5, 10],
  shelter: [10, 50],
  elsewhere: [15, 90],
  missed: [0, 0],
};

/** By far the most often filled in. */
export const contactLog = demoForm({
  name: 'Contact Log',
  description: 'Every meeting, call and message that mattered. One entry for each.',
  entries: {
    visit_date: { field: visitDate, required: true, settings: { maxDate: { type: 'today' } } },
    kind: {
      field: {
        name: 'Kind of contact',
        description: null,
        field_type: 'select-one',
        field_options: options({
          office: 'In the office',
          phone: 'By phone',
          home: 'Home visit',
          text: 'Text message or email',
          shelter: 'At the shelter',
          elsewhere: 'Somewhere else',
          missed: 'Did not come or answer',
        }),
      },
      required: true,
      quick: true,
    },
    started_at: {
      field: { name: 'Started at', description: null, field_type: 'time', metadata: { format: '12-hour' } },
    },
    minutes: {
      field: {
        name: 'Minutes',
        description: 'Travel not included.',
        field_type: 'number',
        metadata: { min: 0, max: 480, format: 'integer' },
      },
      required: true,
      quick: true,
    },
    topics: {
      field: {
        name: 'Topics',
        description: 'What most of the time went into.',
        field_type: 'select-many',
        field_options: options(topics),
      },
      required: true,
      quick: true,
    },
    present: {
      field: {
        name: 'Who else was there',
        description: 'Interpreters too.',
        field_type: 'freeform-short',
        metadata: { max: 120 },
      },
    },
    note: {
      field: {
        name: 'Note',
        description: 'What was said and agreed. Write it so that the person could read it.',
        field_type: 'freeform-long',
        metadata: { min: 10, max: 10_000 },
      },
      required: true,
    },
    referred_to: {
      field: {
        name: 'Referred to',
        description: 'A shelter or partner that you sent the person to. Lead staff add new ones under Resources.',
        field_type: 'ref-picker',
      },
    },
    welcome: {
      field: {
        name: 'Welcome folder handed over',
        description: 'House rules, bus map and our numbers, in the preferred language. Asked in the first two weeks.',
        field_type: 'checkbox',
        metadata: { checked_value: 'Yes', unchecked_value: 'Not yet' },
      },
    },
    follow_up: {
      field: {
        name: 'Follow-up needed',
        description: null,
        field_type: 'checkbox',
        metadata: { checked_value: 'Yes', unchecked_value: 'No' },
      },
      required: true,
    },
    next_appointment: { field: nextAppointment, settings: { minDate: { type: 'today' }, due_date: 'recorder' } },
  },
  rules: (id) => [
    {
      name: 'Nobody came',
      condition: whenAnswer(id.kind, 'EQ', 'missed'),
      actions: [
        { type: 'set', field_id: id.minutes, payload: { value: 0 } },
        ...each('hide', id.started_at, id.present, id.referred_to),
      ],
    },
    {
      name: 'New here',
      condition: whenClient('created_at', 'EQ', 'last 14 days'),
      actions: each('show', id.welcome),
    },
  ],
  answers: (visit) => {
    const { draw, client, day, minute } = visit;
    const kind = draw.weighted({ office: 31, phone: 29, home: 11, text: 11, shelter: 8, elsewhere: 3, missed: 7 });
    const topic = draw.weighted<Topic>({
      housing: 28,
      benefits: 17,
      work: 13,
      school: 11,
      health: 12,
      safety: 6,
      transport: 6,
      food: 7,
    });
    const further = draw.some(
      (Object.keys(topics) as Topic[]).filter((one) => one !== topic),
      0,
      1,
    );
    const follow_up = kind === 'missed' || draw.chance(0.55);
    const companion =
      client.household.size > 1 ? ['Partner', 'Daughter, who translated', 'Mother', 'Youngest child'] : [];
    const minutes = about(draw, lengths[kind]);
    return {
      visit_date: day,
      kind,
      started_at: draw.chance(0.8) ? timeOfDay(minute - minutes - (minute % 5)) : null,
      minutes,
      topics: [topic, ...further],
      present:
        kind !== 'missed' && draw.chance(0.25)
          ? draw.pick([...companion, 'Interpreter by phone', 'Shelter night lead', 'County worker'])
          : null,
      note: contactNote(visit, kind === 'missed' ? 'missed' : topic),
      referred_to: draw.chance(0.16) ? draw.pick(partners.records).name : null,
      welcome: draw.chance(0.7),
      follow_up,
      next_appointment: follow_up && draw.chance(0.6) ? addDays(day, draw.whole(1, 28)) : null,
    };
  },
  corrected: ['note', 'minutes', 'follow_up', 'present'],
});
