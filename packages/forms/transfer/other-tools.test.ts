import { describe, expect, test } from 'vitest';
import { type OtherTool, proposedColumns, toolOf } from './other-tools.ts';

/** First rows as the tools' published layouts have them. */
const headers: Record<OtherTool, string[]> = {
  'HMIS CSV':
    'PersonalID,FirstName,MiddleName,LastName,NameSuffix,NameDataQuality,SSN,SSNDataQuality,DOB,DOBDataQuality,AmIndAKNative,Asian,BlackAfAmerican,HispanicLatinaeo,White,RaceNone,Woman,Man,NonBinary,GenderNone,VeteranStatus,DateCreated,DateUpdated,UserID,DateDeleted,ExportID'.split(
      ',',
    ),
  Clarity: [
    'Clients Unique Identifier',
    'Clients First Name',
    'Clients Last Name',
    'Clients Date of Birth Date',
    'Clients Gender',
    'Clients SSN - Last 4',
    'Enrollments Project Start Date',
  ],
  CiviCRM:
    'Contact ID,Contact Type,Contact Subtype,Do Not Email,External Identifier,Sort Name,Display Name,First Name,Middle Name,Last Name,Gender,Birth Date,Deceased,Deceased Date'.split(
      ',',
    ),
  Apricot: 'Record ID,Name - First,Name - Middle,Name - Last,Date of Birth,Gender,Programs,Creation Date'.split(','),
};
const people = [
  ['first_name', 'First name'],
  ['middle_name', 'Middle name'],
  ['last_name', 'Last name'],
  ['dob', 'Date of birth'],
  ['gender', 'Gender'],
  ['ssn_suffix', 'Last 4 of SSN'],
  ['dod', 'Date deceased'],
].map(([id, name]) => ({ id: id as string, name: name as string }));

const named = (header: string[], destinations = people) => {
  const { mappings, ...others } = proposedColumns(header, destinations);
  const name = (id: number | null) => (id === null ? null : header[id - 1]);
  return {
    client: name(others.client_id_column),
    response: name(others.response_id_column),
    person: name(others.person_column),
    ...Object.fromEntries(mappings.map(({ destination_id, origin_id }) => [destination_id, name(origin_id)])),
  };
};

describe('no tool is named', () => {
  test.each([
    ['for a table of people', ['Client ID', 'First name', 'Last name', 'Date of birth']],
    ['for a table with an id', ['Record ID', 'Name', 'Score']],
    ['for one word of a layout', ['PersonalID', 'Name']],
    ['for nothing', []],
  ])('%s', (_, header) => {
    expect(toolOf(header)).toBeNull();
  });
});

describe('a file is known by its first row', () => {
  test.each(Object.entries(headers))('of %s', (tool, header) => {
    expect(toolOf(header)).toBe(tool);
    expect(toolOf(header.toReversed().map((one) => ` ${one.toUpperCase()} `))).toBe(tool);
  });

  test('of what people were enrolled in', () => {
    const header =
      'EnrollmentID,PersonalID,ProjectID,EntryDate,HouseholdID,RelationshipToHoH,DateCreated,DateUpdated,UserID,DateDeleted,ExportID'.split(
        ',',
      );
    expect(toolOf(header)).toBe('HMIS CSV');
    expect(
      named(header, [
        { id: 'completed_at', name: 'Time Recorded' },
        { id: '7', name: 'Household ID' },
      ]),
    ).toEqual({
      client: null,
      response: null,
      person: 'PersonalID',
      completed_at: 'EntryDate',
      7: null,
    });
  });
});

describe('columns are proposed', () => {
  test.each<[OtherTool, object]>([
    [
      'HMIS CSV',
      { person: 'PersonalID', first_name: 'FirstName', last_name: 'LastName', dob: 'DOB', ssn_suffix: 'SSN' },
    ],
    [
      'Clarity',
      {
        person: 'Clients Unique Identifier',
        first_name: 'Clients First Name',
        last_name: 'Clients Last Name',
        dob: 'Clients Date of Birth Date',
        gender: 'Clients Gender',
        ssn_suffix: 'Clients SSN - Last 4',
      },
    ],
    [
      'CiviCRM',
      { person: 'Contact ID', first_name: 'First Name', dob: 'Birth Date', gender: 'Gender', dod: 'Deceased Date' },
    ],
    ['Apricot', { person: 'Record ID', first_name: 'Name - First', last_name: 'Name - Last', dob: 'Date of Birth' }],
  ])('by what %s calls them; its own ids are not taken for ours', (tool, columns) => {
    expect(named(headers[tool])).toMatchObject({ client: null, response: null, ...columns });
    expect(named([...headers[tool], 'Hearth Client ID'])).toMatchObject({ client: 'Hearth Client ID' });
  });

  test('by their own names, and not at all where two are called so', () => {
    expect(
      named(['Client ID', 'Form Response ID', 'first_name', 'Surname', 'DOB', 'Birth date', 'gender', 'Gender']),
    ).toEqual({
      client: 'Client ID',
      response: 'Form Response ID',
      person: null,
      first_name: 'first_name',
      middle_name: null,
      last_name: 'Surname',
      dob: 'DOB',
      gender: null,
      ssn_suffix: null,
      dod: null,
    });
  });

  test('by the name and the id that a download gives them', () => {
    const destinations = [
      { id: '11', name: 'Goal' },
      { id: '12', name: 'Goal' },
    ];
    expect(named(['Goal [12]', 'Goal [11]'], destinations)).toMatchObject({ 11: 'Goal [11]', 12: 'Goal [12]' });
  });
});
