import { addDays } from '#forms/calendar.ts';
import { drawnSignature } from '../signatures.ts';
import { demoForm, options, section } from './form.ts';
import { language } from './shared-fields.ts';

export const releaseOfInformation = demoForm({
  name: 'Release of Information',
  description: 'Whom we may talk to about the person, about what, and until when. Read it aloud before it is signed.',
  entries: {
    meaning: section(
      'What a release means',
      'It lets us talk to the agencies below about what is ticked, and about nothing else.\n\n- It ends on the day that you choose\n- You may take it back at any time\n- You get help from us without it as well',
    ),
    signed_on: {
      field: { name: 'Signed on', description: null, field_type: 'date', metadata: { format: 'alpha_date' } },
      required: true,
      quick: true,
      settings: { maxDate: { type: 'today' } },
    },
    agencies: {
      field: {
        name: 'Agencies',
        description: 'Whom the release names.',
        field_type: 'select-many',
        metadata: { allow_other: true },
        field_options: options({
          county: 'Harbor County Human Services',
          lantern: 'Lantern House',
          clinic: 'Alder Clinic',
          legal: 'Sable Ridge Legal Aid',
          schools: 'Westbrook School District',
          housing: 'Vale Housing Authority',
          refugee: 'Northgate Refugee Welcome',
        }),
      },
      required: true,
      quick: true,
    },
    scope: {
      field: {
        name: 'What may be shared',
        description: 'Nothing else leaves this office.',
        field_type: 'select-many',
        field_options: options({
          identity: 'Name, date of birth, contact',
          housing: 'Housing history',
          income: 'Income and benefits',
          school: 'School records',
          health: 'Health',
          attendance: 'Attendance in our programs',
        }),
      },
      required: true,
    },
    expires_on: {
      field: {
        name: 'Ends on',
        description: 'One year at most.',
        field_type: 'date',
        metadata: { format: 'alpha_date' },
      },
      required: true,
      quick: true,
      settings: { minDate: { type: 'today' }, maxDate: { type: 'diff', value: 366 }, due_date: 'everyone' },
    },
    language: { field: language, required: true },
    explained: {
      field: {
        name: 'Explained in the preferred language',
        description: 'By you or by an interpreter.',
        field_type: 'checkbox',
      },
      required: true,
    },
    withdrawn: {
      field: {
        name: 'Withdrawn',
        description: 'A person may take a release back at any time, by word of mouth too.',
        field_type: 'checkbox',
        metadata: { checked_value: 'Withdrawn', unchecked_value: 'In force' },
      },
      required: true,
    },
    signature: {
      field: {
        name: 'Signature of the person',
        description: 'On the screen, with a finger or the mouse. Or attach the signed paper below.',
        field_type: 'signature',
      },
    },
    paper: { field: { name: 'Signed paper', description: 'All pages in one file.', field_type: 'attachment' } },
  },
  answers: ({ draw, client, day }) => {
    const agencies = draw.some(['county', 'lantern', 'clinic', 'legal', 'schools', 'housing', 'refugee'], 1, 3);
    return {
      signed_on: day,
      agencies: draw.chance(0.06)
        ? [...agencies, draw.pick(['St. Brigid’s parish', 'Harbor Tribal Health', 'Landlord'])]
        : agencies,
      scope: draw.some(['identity', 'housing', 'income', 'school', 'health', 'attendance'], 1, 4),
      expires_on: addDays(day, draw.pick([90, 180, 180, 365, 365, 365])),
      language: client.household.language,
      explained: true,
      withdrawn: draw.chance(0.05),
      signature: draw.chance(0.15) ? drawnSignature(draw) : null,
    };
  },
  corrected: ['withdrawn', 'agencies', 'scope'],
});
