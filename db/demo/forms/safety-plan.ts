import { addDays } from '#forms/calendar.ts';
import { staffNote } from '../notes.ts';
import { demoForm, options } from './form.ts';
import { each, whenAnswer } from './rules.ts';
import { phone, staffNotes, visitDate } from './shared-fields.ts';

const people = [
  'A sister on the same street',
  'A neighbor across the hall who knows the situation',
  'The pastor, any hour',
  'An aunt in Vale County who has a spare room',
  'A coworker from the early shift',
  'The school secretary',
  'An old friend who drives',
  'The building manager, who keeps a spare key',
];
const places = [
  'Fire station on Pier Street',
  'The library until 8 PM, then the night desk',
  'A cousin’s place two bus stops away',
  'The diner that stays open all night',
  'Lantern House, family wing',
  'The hospital lobby',
];
const words = ['LEMON', 'GARDEN', 'BLUE COAT', 'RECIPE', 'KAYAK', 'TUESDAY', 'PEACHES', 'SNOWDAY'];

/** Seen only by those who were given the form. */
export const safetyPlan = demoForm({
  name: 'Safety Plan',
  description: 'What to do, where to go and whom to call when home is not safe. Restricted to case managers.',
  entries: {
    visit_date: { field: visitDate, required: true, settings: { maxDate: { type: 'today' } } },
    safe_to_call: {
      field: {
        name: 'Safe to call or text',
        description: 'If not, agree on another way, and write it in the notes.',
        field_type: 'checkbox',
        metadata: { checked_value: 'Yes', unchecked_value: 'No' },
      },
      required: true,
      quick: true,
    },
    phone: { field: phone },
    code_word: {
      field: {
        name: 'Code word',
        description: 'Said on the phone, it means: send help, do not ask questions.',
        field_type: 'freeform-short',
        metadata: { max: 20, capitalization: 'uppercase' },
      },
    },
    warning_signs: {
      field: {
        name: 'Warning signs',
        description: 'What the person noticed before it became unsafe.',
        field_type: 'select-many',
        metadata: { allow_other: true },
        field_options: options({
          shouting: 'Shouting or insults',
          drinking: 'Drinking or drugs',
          money: 'Taking money or papers',
          following: 'Following or tracking',
          threats: 'Threats',
          injury: 'Injury',
          weapon: 'A weapon in the home',
        }),
      },
      required: true,
    },
    people: {
      field: {
        name: 'People to turn to',
        description: 'Names or descriptions, as the person prefers.',
        field_type: 'freeform-long',
      },
      required: true,
    },
    places: {
      field: { name: 'Places to go', description: 'In order, the nearest first.', field_type: 'freeform-long' },
    },
    order: {
      field: {
        name: 'Protective order',
        description: null,
        field_type: 'select-one',
        field_options: options({
          none: 'None',
          wanted: 'Wanted, not filed yet',
          filed: 'Filed',
          temporary: 'Temporary order',
          full: 'Full order',
        }),
      },
      required: true,
      quick: true,
    },
    order_ends: {
      field: {
        name: 'Protective order ends on',
        description: null,
        field_type: 'date',
        metadata: { format: 'alpha_date' },
      },
    },
    court_papers: {
      field: { name: 'Court papers', description: 'A scan of the order, when there is one.', field_type: 'attachment' },
    },
    gone_over: {
      field: {
        name: 'I went through this plan with the person',
        description: 'Tick when both of you have read it to the end.',
        field_type: 'checkbox',
      },
      required: true,
    },
    review: {
      field: { name: 'Review on', description: 'Plans older than half a year are read again.', field_type: 'date' },
      required: true,
      settings: { minDate: { type: 'today' }, maxDate: { type: 'diff', value: 185 }, due_date: 'everyone' },
    },
    notes: { field: staffNotes },
  },
  rules: (id) => [
    {
      name: 'Order of a court',
      condition: whenAnswer(id.order, 'IN', ['temporary', 'full']),
      actions: [...each('show', id.order_ends, id.court_papers), ...each('require', id.order_ends)],
    },
  ],
  answers: (visit) => {
    const { draw, client, day } = visit;
    const order = draw.weighted({ none: 46, wanted: 17, filed: 12, temporary: 16, full: 9 });
    return {
      visit_date: day,
      safe_to_call: draw.chance(0.72),
      phone: draw.chance(0.6) ? client.household.phone : null,
      code_word: draw.chance(0.55) ? draw.pick(words) : null,
      warning_signs: draw.some(
        ['shouting', 'drinking', 'money', 'following', 'threats', 'injury', 'weapon', 'Calls at work'],
        1,
        4,
      ),
      people: draw.some(people, 1, 3).join('\n'),
      places: draw.chance(0.8) ? draw.some(places, 1, 3).join('\n') : null,
      order,
      order_ends: order === 'temporary' || order === 'full' ? addDays(day, order === 'full' ? 365 : 14) : null,
      gone_over: true,
      review: addDays(day, draw.pick([14, 30, 60, 90, 180])),
      notes: draw.chance(0.5) ? staffNote(visit, 'safety') : null,
    };
  },
  corrected: ['safe_to_call', 'phone', 'places', 'notes'],
});
