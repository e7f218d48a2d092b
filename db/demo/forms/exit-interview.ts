import { demoForm, options } from './form.ts';
import { visitDate } from './shared-fields.ts';

const helped = [
  'That somebody called back every time.',
  'The ride to court. I would not have gone alone.',
  'Help with the forms. They sent the same letter three times before you called.',
  'You talked to the landlord for me.',
  'My kids got to stay at their school.',
  'The deposit. Everything else I could do myself.',
  'Having one person who knew the whole story.',
  'Night desk. I slept the first time in weeks.',
  'The class on Thursdays, and the coffee.',
];
const better = [
  'The waiting list was long and nobody could say how long.',
  'I told my story four times to four people.',
  'More evening hours, I work days.',
  'Letters in my language.',
  'The bus does not go there on Sundays.',
  'Nothing. Keep going.',
  'A quieter room to talk.',
];

const satisfaction = ['1: not at all', '2: a little', '3: partly', '4: mostly', '5: completely'];

/** Not asked any more; the answers are kept. */
export const exitInterview = demoForm({
  name: 'Exit Interview',
  description: 'Asked until this year when somebody left the program. Replaced by a call three months later.',
  active: false,
  entries: {
    visit_date: { field: visitDate, required: true, settings: { maxDate: { type: 'today' } } },
    reason: {
      field: {
        name: 'Why the program ends',
        description: null,
        field_type: 'select-one',
        metadata: { allow_other: true },
        field_options: options({
          housed: 'Housed, no more help needed',
          moved: 'Moved away',
          income: 'Income above the limit',
          other_agency: 'Served by another agency',
          lost: 'Lost touch',
          asked: 'Wished to stop',
        }),
      },
      required: true,
      quick: true,
    },
    housing_after: {
      field: {
        name: 'Housing after the program',
        description: null,
        field_type: 'select-one',
        field_options: options({
          lease: 'Own lease',
          shared: 'Shares a home',
          family: 'With family',
          supported: 'Supported housing',
          none: 'No stable place',
          unknown: 'Not known',
        }),
      },
      required: true,
      quick: true,
    },
    satisfaction: {
      field: {
        name: 'Did we help with what you came for?',
        description: 'Let the person choose the number.',
        field_type: 'select-one',
        data_type: 'numeric',
        field_options: satisfaction.map((label, index) => ({ label, value: index + 1 })),
      },
      required: true,
      quick: true,
    },
    helped: {
      field: { name: 'What helped most', description: 'Write the words that were said.', field_type: 'freeform-long' },
    },
    better: { field: { name: 'What we could do better', description: null, field_type: 'freeform-long' } },
    may_call: {
      field: {
        name: 'We may call in three months',
        description: null,
        field_type: 'checkbox',
        metadata: { checked_value: 'Yes', unchecked_value: 'No' },
      },
      required: true,
    },
  },
  answers: ({ draw, day }) => {
    const reason = draw.weighted({ housed: 38, moved: 20, income: 9, other_agency: 10, lost: 14, asked: 9 });
    return {
      visit_date: day,
      reason,
      housing_after:
        reason === 'housed'
          ? draw.weighted({ lease: 60, shared: 15, supported: 25 })
          : draw.weighted({ shared: 22, family: 34, supported: 8, none: 10, unknown: 26 }),
      satisfaction: draw.pick([1, 2, 3, 3, 4, 4, 4, 5, 5, 5]),
      helped: draw.chance(0.8) ? draw.pick(helped) : null,
      better: draw.chance(0.6) ? draw.pick(better) : null,
      may_call: draw.chance(0.7),
    };
  },
  corrected: ['better', 'may_call'],
});
