import { type Town, towns } from '../towns.ts';
import { internalForm, options } from './form.ts';
import { each, whenAnswer } from './rules.ts';

type Row = [name: string, kind: string, street: string, town: Town, phone: string, site: string, beds?: number];

const places: Row[] = [
  ['Lantern House', 'shelter', '418 Wharf Street', 'harbor', '0118', 'lantern-house.example', 64],
  ['Quarry Road overflow room', 'shelter', '22 Quarry Road', 'harbor', '0122', 'harborvale.example', 18],
  ['St. Brigid’s winter shelter', 'shelter', '7 Chapel Hill', 'harbor', '0136', 'st-brigid.example', 30],
  ['Vale Family Shelter', 'shelter', '310 Mill Road', 'vale', '0141', 'vale-family.example', 42],
  ['Harborvale Food Bank', 'food', '55 Cannery Row', 'harbor', '0153', 'harborvale-food.example'],
  ['Tidewater Community Kitchen', 'food', '12 Tidewater Avenue', 'harbor', '0159', 'tidewater-kitchen.example'],
  ['Alder Clinic', 'health', '140 Alder Lane', 'harbor', '0164', 'alder-clinic.example'],
  ['Harbor Tribal Health', 'health', '9 River Bend', 'cedar', '0170', 'harbor-tribal.example'],
  ['Sable Ridge Legal Aid', 'legal', '201 Court Street', 'vale', '0177', 'sable-ridge.example'],
  ['Vale Housing Authority', 'benefits', '88 County Square', 'vale', '0183', 'vale-housing.example'],
  ['Harbor County Human Services', 'benefits', '1 Customs Square', 'harbor', '0190', 'harbor-county.example'],
  ['Westbrook School District', 'school', '500 Schoolhouse Road', 'vale', '0196', 'westbrook-schools.example'],
];

const partner = ([name, kind, street, town, phone, site, beds]: Row) => ({
  name,
  kind,
  beds: beds ?? null,
  address: { components: { streetAddress: street, ...towns[town], state: 'OR' } },
  phone: `(541) 555-${phone}`,
  email: `desk@${site}`,
  website: `https://${site}`,
});

/** Where people are sent to; picked on other forms. */
export const partners = internalForm({
  name: 'Shelters and partners',
  description: 'Who else helps, where they are and how to reach them. Look here before you send somebody.',
  entries: {
    name: {
      field: { name: 'Name of the place', description: null, field_type: 'freeform-short', metadata: { max: 120 } },
      required: true,
      quick: true,
    },
    kind: {
      field: {
        name: 'Kind of help',
        description: null,
        field_type: 'select-one',
        metadata: { allow_other: true },
        field_options: options({
          shelter: 'Shelter',
          food: 'Food',
          health: 'Health',
          legal: 'Legal aid',
          benefits: 'Benefits',
          school: 'School',
        }),
      },
      required: true,
      quick: true,
    },
    beds: {
      field: {
        name: 'Beds',
        description: 'In an ordinary night.',
        field_type: 'number',
        metadata: { min: 0, max: 500, format: 'integer' },
      },
      quick: true,
    },
    address: { field: { name: 'Address of the place', description: null, field_type: 'address' }, required: true },
    phone: {
      field: {
        name: 'Front desk',
        description: 'For colleagues and for the people themselves.',
        field_type: 'freeform-short',
        metadata: { mask: '(999) 999-9999' },
      },
      quick: true,
    },
    email: { field: { name: 'Email of the front desk', description: null, field_type: 'email' } },
    website: { field: { name: 'Website', description: null, field_type: 'hyperlink' } },
  },
  rules: (id) => [
    { name: 'Shelters have beds', condition: whenAnswer(id.kind, 'EQ', 'shelter'), actions: each('show', id.beds) },
  ],
  records: places.map(partner),
});
