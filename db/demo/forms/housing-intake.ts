import { addDays } from '#forms/calendar.ts';
import { staffNote } from '../notes.ts';
import { lastAddress, privateEmailOf } from '../whereabouts.ts';
import { about, demoForm, options, type Range, section } from './form.ts';
import { each, whenAnswer } from './rules.ts';
import { householdSize, language, monthlyIncome, phone, staffNotes, visitDate } from './shared-fields.ts';

const shelters = {
  lantern: 'Lantern House',
  quarry: 'Quarry Road overflow room',
  st_brigid: 'St. Brigid’s winter shelter',
  vale: 'Vale Family Shelter',
};

const nightsOf: Record<'own' | 'friends' | 'shelter' | 'outdoors' | 'motel', Range> = {
  own: [0, 0],
  friends: [6, 30],
  shelter: [3, 30],
  outdoors: [4, 30],
  motel: [2, 21],
};

/** Asked first, and again when somebody's housing changes. */
export const housingIntake = demoForm({
  name: 'Housing Intake',
  description: 'The first conversation about where a household sleeps and what it would take to be housed.',
  entries: {
    visit: section('Visit'),
    visit_date: { field: visitDate, required: true, settings: { maxDate: { type: 'today' } } },
    first_contact: {
      field: {
        name: 'First contact',
        description: 'The day of the first call or visit, also when nobody had time then.',
        field_type: 'date',
      },
      settings: { maxDate: { type: 'today' } },
    },
    language: { field: language, required: true },
    phone: { field: phone },
    email: {
      field: { name: 'Email address', description: 'Only one that nobody else reads.', field_type: 'email' },
    },
    housing: section('Housing now', 'Take your time. Nobody is turned away because of an answer.'),
    last_night: {
      field: {
        name: 'Where did you sleep last night?',
        description: 'Read the answers aloud. Any answer is fine.',
        field_type: 'select-one',
        metadata: { allow_other: true },
        field_options: options({
          own: 'Own home',
          friends: 'Family or friends',
          shelter: 'Emergency shelter',
          motel: 'Hotel or motel',
          outdoors: 'Car, street or outdoors',
        }),
      },
      required: true,
      quick: true,
    },
    shelter: {
      field: {
        name: 'Name of the shelter',
        description: null,
        field_type: 'select-one',
        metadata: { allow_other: true },
        field_options: options(shelters),
      },
    },
    nights: {
      field: {
        name: 'Nights without a place of your own',
        description: 'Of the past 30 nights.',
        field_type: 'number',
        metadata: { min: 0, max: 30, format: 'integer' },
      },
      required: true,
    },
    household_size: { field: householdSize, required: true },
    children_present: {
      field: {
        name: 'Children present',
        description: 'Anyone under 18 who needs a bed as well.',
        field_type: 'checkbox',
        metadata: { checked_value: 'Yes', unchecked_value: 'No' },
      },
      required: true,
      quick: true,
    },
    county: {
      field: {
        name: 'County of last stable address',
        description: 'Where the household last stayed 90 days or longer.',
        field_type: 'select-one',
        field_options: options({
          harbor: 'Harbor County',
          vale: 'Vale County',
          cedar: 'Cedar County',
          elsewhere: 'Another county or state',
        }),
      },
      required: true,
    },
    last_address: {
      field: {
        name: 'Last stable address',
        description: 'As far as the person remembers it.',
        field_type: 'address',
      },
    },
    reasons: {
      field: {
        name: 'Why housing was lost or is at risk',
        description: 'Tick all that apply.',
        field_type: 'select-many',
        field_options: options({
          rent: 'Rent went up or could not be paid',
          job: 'Lost work or hours',
          eviction: 'Eviction or sale of the building',
          conflict: 'Conflict in the household',
          violence: 'Violence or threats',
          health: 'Illness or injury',
          disaster: 'Fire, flood or unsafe building',
          arrival: 'New to the area',
        }),
      },
    },
    money: section('Money'),
    monthly_income: { field: monthlyIncome, required: true, quick: true },
    rent: {
      field: {
        name: 'Rent the household could pay',
        description: 'A month, with utilities. About a third of the income is a good start.',
        field_type: 'number',
        metadata: { min: 0, max: 10_000, format: 'currency' },
      },
    },
    next: section('What comes next'),
    needs: {
      field: {
        name: 'What the home must have',
        description: null,
        field_type: 'select-many',
        field_options: options({
          step_free: 'Step-free entrance',
          ground_floor: 'Ground floor',
          pets: 'Pets allowed',
          school: 'Same school district',
          transit: 'Near a bus line',
          quiet: 'Unlisted address',
        }),
      },
    },
    urgency: {
      field: {
        name: 'Urgency',
        description: 'Your own judgment, for the list of the morning meeting.',
        field_type: 'select-one',
        data_type: 'numeric',
        field_options: [
          { value: 1, label: '1: stable for now' },
          { value: 2, label: '2: at risk within 3 months' },
          { value: 3, label: '3: at risk this month' },
          { value: 4, label: '4: leaving this week' },
          { value: 5, label: '5: nowhere to sleep tonight' },
        ],
      },
      required: true,
    },
    notice: {
      field: {
        name: 'Notice to leave',
        description: 'A photo or scan of the notice, when there is one.',
        field_type: 'attachment',
      },
    },
    move_in: {
      field: { name: 'Hoped-for move-in date', description: null, field_type: 'date' },
      settings: { minDate: { type: 'today' }, maxDate: { type: 'diff', value: 365 } },
    },
    notes: { field: staffNotes },
  },
  rules: (id) => [
    {
      name: 'Shelter by name',
      condition: whenAnswer(id.last_night, 'EQ', 'shelter'),
      actions: [...each('show', id.shelter), ...each('require', id.shelter)],
    },
    {
      name: 'No nights without an own home',
      condition: whenAnswer(id.last_night, 'EQ', 'own'),
      actions: [{ type: 'set', field_id: id.nights, payload: { value: 0 } }],
    },
  ],
  calculations: (id) => [
    {
      name: 'Income left after rent',
      calculation_type: 'numeric',
      equation: 'a - b',
      variables: [
        { name: 'a', record_type: 'Field', record_id: id.monthly_income },
        { name: 'b', record_type: 'Field', record_id: id.rent },
      ],
      formatter: { format: 'currency', precision: 2, currency: '$' },
    },
    {
      name: 'Days since first contact',
      calculation_type: 'date',
      calculation_subtype: 'time_between',
      display_unit: 'days',
      variables: [
        { name: 'a', record_type: 'Field', record_id: id.first_contact },
        { name: 'b', record_type: 'Field', record_id: id.visit_date },
      ],
    },
  ],
  answers: (visit) => {
    const { draw, client, day, nth } = visit;
    const { household } = client;
    const last_night = draw.weighted({
      own: 12 + nth * 45,
      friends: 32,
      shelter: 26,
      motel: 9,
      outdoors: Math.max(4, 21 - nth * 8),
    });
    const income = draw.chance(0.14) ? 0 : about(draw, [420, 1100 + household.size * 480]);
    const isHoused = last_night === 'own';
    const slept =
      isHoused || draw.chance(0.97) ? last_night : draw.pick(['Church basement', 'Boat at the marina', 'Hospital']);
    return {
      visit_date: day,
      first_contact: draw.chance(0.75) ? addDays(day, -draw.whole(0, 24)) : null,
      language: household.language,
      phone: draw.chance(0.85) ? household.phone : null,
      email: draw.chance(0.5) ? privateEmailOf(client) : null,
      last_night: slept,
      shelter:
        slept === 'shelter'
          ? draw.weighted({ lantern: 46, quarry: 18, st_brigid: 20, vale: 13, 'YWCA annex': 3 })
          : null,
      nights: draw.whole(...nightsOf[last_night]),
      household_size: household.size,
      children_present: household.children > 0,
      county: household.county,
      last_address: draw.chance(0.6) ? lastAddress(draw, household.county) : null,
      reasons: draw.some(['rent', 'job', 'eviction', 'conflict', 'violence', 'health', 'disaster', 'arrival'], 1, 3),
      monthly_income: income,
      rent: draw.chance(0.7) ? about(draw, [income * 0.25, Math.max(income * 0.45, 150)], 25) : null,
      needs: draw.some(['step_free', 'ground_floor', 'pets', 'school', 'transit', 'quiet'], 0, 3),
      urgency: isHoused ? draw.whole(1, 3) : last_night === 'outdoors' ? draw.whole(4, 5) : draw.whole(2, 5),
      move_in: draw.chance(isHoused ? 0.1 : 0.45) ? addDays(day, draw.whole(14, 120)) : null,
      notes: draw.chance(0.6) ? staffNote(visit, 'housing') : null,
    };
  },
  corrected: ['monthly_income', 'phone', 'rent', 'notes', 'needs'],
});
