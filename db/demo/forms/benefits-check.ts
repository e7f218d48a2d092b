import { addDays } from '#forms/calendar.ts';
import { staffNote } from '../notes.ts';
import { about, demoForm, options } from './form.ts';
import { each, offer, whenAnswer } from './rules.ts';
import { householdSize, monthlyIncome, nextAppointment, staffNotes, visitDate } from './shared-fields.ts';

const programs = {
  snap: 'Food assistance',
  wic: 'Women, infants and children (WIC)',
  tanf: 'Cash assistance for families',
  ssi: 'Disability (SSI or SSDI)',
  medicaid: 'Medicaid',
  voucher: 'Housing voucher',
  energy: 'Heating and power assistance',
  childcare: 'Child care subsidy',
  veterans: 'Veterans benefits',
};
const keys = Object.keys(programs);

export const benefitsCheck = demoForm({
  name: 'Benefits Check',
  description: 'Which programs a household receives, which it could receive, and what is missing to apply.',
  entries: {
    visit_date: { field: visitDate, required: true, settings: { maxDate: { type: 'today' } } },
    household_size: {
      field: householdSize,
      required: true,
      from: { form: 'housingIntake', entry: 'household_size' },
    },
    monthly_income: { field: monthlyIncome, required: true, quick: true },
    received: {
      field: {
        name: 'Benefits received now',
        description: 'For anyone in the household.',
        field_type: 'select-many',
        metadata: { allow_other: true },
        field_options: options(programs),
      },
      quick: true,
    },
    applying: {
      field: {
        name: 'Apply for',
        description: 'What you agreed to apply for, with or without our help.',
        field_type: 'select-many',
        field_options: options(programs),
      },
      quick: true,
    },
    food_amount: {
      field: {
        name: 'Food assistance a month',
        description: 'As it stands on the card or the letter.',
        field_type: 'number',
        metadata: { min: 0, max: 3000, format: 'currency' },
      },
    },
    coverage: {
      field: {
        name: 'Health coverage',
        description: null,
        field_type: 'select-one',
        field_options: options({
          none: 'None',
          medicaid: 'Medicaid',
          medicare: 'Medicare',
          employer: 'Through work',
          marketplace: 'Bought on the marketplace',
          tribal: 'Tribal or Indian Health Service',
        }),
      },
      required: true,
    },
    seen: {
      field: {
        name: 'Documents seen',
        description: 'Seen by you, not only told about.',
        field_type: 'select-many',
        field_options: options({
          id: 'Photo ID',
          birth: 'Birth certificates',
          ssn: 'Social Security cards',
          pay: 'Pay stubs',
          lease: 'Lease or letter from the host',
          status: 'Immigration papers',
        }),
      },
    },
    case_number: {
      field: {
        name: 'State case number',
        description: 'Two letters and six digits, at the top right of every letter.',
        field_type: 'freeform-short',
        metadata: { mask: 'aa-999999', capitalization: 'uppercase' },
      },
    },
    submitted: {
      field: { name: 'Application sent on', description: null, field_type: 'date' },
      settings: { maxDate: { type: 'today' } },
    },
    award_letter: { field: { name: 'Award letter', description: null, field_type: 'attachment' } },
    next_appointment: { field: nextAppointment, settings: { minDate: { type: 'today' }, due_date: 'recorder' } },
    notes: { field: staffNotes },
  },
  rules: (id) => [
    {
      name: 'Food assistance is there',
      condition: whenAnswer(id.received, 'CONTAINS', 'snap'),
      actions: [...each('show', id.food_amount), offer(id.applying, 'NEQ', 'snap')],
    },
  ],
  answers: (visit) => {
    const { draw, client, age, day } = visit;
    const { size } = client.household;
    const received = draw.some(keys.slice(0, 7), 0, 3);
    return {
      visit_date: day,
      household_size: size,
      monthly_income: draw.chance(0.17) ? 0 : about(draw, [380, 900 + size * 420]),
      received: draw.chance(0.05) ? [...received, 'Pension from abroad'] : received,
      applying: draw.some(
        keys.filter((key) => !received.includes(key)),
        draw.whole(0, 1),
        3,
      ),
      food_amount: received.includes('snap') ? about(draw, [90, 210 + size * 130], 1) : null,
      coverage:
        age >= 65 ? 'medicare' : draw.weighted({ none: 18, medicaid: 50, employer: 12, marketplace: 8, tribal: 4 }),
      seen: draw.some(['id', 'birth', 'ssn', 'pay', 'lease', 'status'], 1, 4),
      case_number: draw.chance(0.55)
        ? `${draw.pick(['HC', 'VC', 'CC'])}-${String(draw.whole(100_000, 999_999))}`
        : null,
      submitted: draw.chance(0.4) ? addDays(day, -draw.whole(0, 12)) : null,
      next_appointment: draw.chance(0.45) ? addDays(day, draw.whole(3, 40)) : null,
      notes: draw.chance(0.55) ? staffNote(visit, 'benefits') : null,
    };
  },
  corrected: ['case_number', 'monthly_income', 'food_amount', 'notes'],
});
