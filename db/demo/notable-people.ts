// A list of people made up by hand: families that the screens are shown with, and people who were entered twice.
import type { Gender } from '#contract/resources/clients.ts';
import type { OriginName } from './names.ts';

export type Notable = {
  first_name: string;
  middle_name?: string;
  last_name: string;
  dob: string;
  gender: Gender;
  ssn_suffix: string;
  /** Not served any more; with `deceased`, because of a death. */
  gone?: 'left' | 'deceased';
};

/** Households, each with the community it belongs to. Those in one household are entered about the same time. */
export const notableHouseholds: { origin: OriginName; people: Notable[] }[] = [
  {
    origin: 'hispanic',
    people: [
      {
        first_name: 'Ana',
        middle_name: 'M.',
        last_name: 'Rivera',
        dob: '1985-03-14',
        gender: 'female',
        ssn_suffix: '4182',
      },
      { first_name: 'Marcos', last_name: 'Rivera', dob: '2013-05-19', gender: 'male', ssn_suffix: '7306' },
      { first_name: 'Lucía', last_name: 'Rivera', dob: '2016-08-30', gender: 'female', ssn_suffix: '2291' },
      {
        first_name: 'Elena',
        last_name: 'Rivera-Soto',
        dob: '1958-01-07',
        gender: 'female',
        ssn_suffix: '6640',
        gone: 'deceased',
      },
    ],
  },
  {
    origin: 'hispanic',
    people: [{ first_name: 'Anna', last_name: 'Rivera', dob: '1985-03-14', gender: 'female', ssn_suffix: '4182' }],
  },
  {
    origin: 'hispanic',
    people: [
      {
        first_name: 'A.',
        middle_name: 'Maria',
        last_name: 'Rivera',
        dob: '1985-03-14',
        gender: 'female',
        ssn_suffix: '4182',
        gone: 'left',
      },
    ],
  },
  {
    origin: 'hispanic',
    people: [{ first_name: 'Ana', last_name: 'Rivera', dob: '1985-03-19', gender: 'female', ssn_suffix: '4182' }],
  },
  {
    origin: 'hispanic',
    people: [{ first_name: 'Teodoro', last_name: 'Rivas', dob: '1961-11-02', gender: 'male', ssn_suffix: '0917' }],
  },
  {
    origin: 'anglo',
    people: [
      {
        first_name: 'Jonah',
        middle_name: 'T.',
        last_name: 'Rivers',
        dob: '1999-12-21',
        gender: 'male',
        ssn_suffix: '5573',
      },
    ],
  },
  {
    origin: 'west_african',
    people: [
      { first_name: 'Grace', last_name: 'Okafor-Rivers', dob: '1990-04-03', gender: 'female', ssn_suffix: '8124' },
      { first_name: 'Chidi', last_name: 'Okafor-Rivers', dob: '2019-02-11', gender: 'male', ssn_suffix: '3390' },
    ],
  },
  {
    origin: 'anglo',
    people: [
      {
        first_name: 'Paolo',
        last_name: 'Rivetti',
        dob: '1974-09-15',
        gender: 'male',
        ssn_suffix: '1207',
        gone: 'left',
      },
    ],
  },
  {
    origin: 'anglo',
    people: [{ first_name: 'Charlene', last_name: 'Reavis', dob: '1979-02-28', gender: 'female', ssn_suffix: '6019' }],
  },
  {
    origin: 'anglo',
    people: [
      {
        first_name: 'Tobias',
        last_name: 'Reeve',
        dob: '2004-07-11',
        gender: 'trans_female_to_male',
        ssn_suffix: '4478',
      },
    ],
  },
  {
    origin: 'vietnamese',
    people: [
      { first_name: 'Bảo', last_name: 'Trần', dob: '1988-10-05', gender: 'male', ssn_suffix: '7751' },
      {
        first_name: 'Linh',
        middle_name: 'Thị',
        last_name: 'Phạm',
        dob: '1991-06-17',
        gender: 'female',
        ssn_suffix: '7120',
      },
      { first_name: 'Vy', last_name: 'Trần', dob: '2018-12-09', gender: 'female', ssn_suffix: '0446' },
    ],
  },
  {
    origin: 'vietnamese',
    people: [{ first_name: 'Bao', last_name: 'Tran', dob: '1988-10-05', gender: 'male', ssn_suffix: '7751' }],
  },
  {
    origin: 'slavic',
    people: [
      { first_name: 'Oleksandr', last_name: 'Petrenko', dob: '1969-04-22', gender: 'male', ssn_suffix: '3108' },
      { first_name: 'Halyna', last_name: 'Petrenko', dob: '1972-09-30', gender: 'female', ssn_suffix: '3109' },
    ],
  },
  {
    origin: 'slavic',
    people: [{ first_name: 'Alexander', last_name: 'Petrenko', dob: '1969-04-22', gender: 'male', ssn_suffix: '3180' }],
  },
  {
    origin: 'anglo',
    people: [{ first_name: 'Siobhán', last_name: "O'Malley", dob: '1996-01-25', gender: 'female', ssn_suffix: '9902' }],
  },
  {
    origin: 'anglo',
    people: [{ first_name: 'Siobhan', last_name: 'OMalley', dob: '1996-01-25', gender: 'female', ssn_suffix: '9902' }],
  },
  {
    origin: 'native',
    people: [
      {
        first_name: 'Verna',
        middle_name: 'Mae',
        last_name: 'Two Rivers',
        dob: '1951-05-03',
        gender: 'female',
        ssn_suffix: '2214',
      },
      { first_name: 'Tate', last_name: 'Two Rivers', dob: '2010-03-27', gender: 'non_binary', ssn_suffix: '5865' },
    ],
  },
  {
    origin: 'east_african',
    people: [
      { first_name: 'Ruth', last_name: 'Abebe', dob: '1993-07-19', gender: 'female', ssn_suffix: '1633' },
      { first_name: 'Yonas', last_name: 'Abebe', dob: '2021-01-30', gender: 'male', ssn_suffix: '1634' },
    ],
  },
  {
    origin: 'west_african',
    people: [{ first_name: 'Kwame', last_name: 'Osei', dob: '1982-11-11', gender: 'male', ssn_suffix: '8850' }],
  },
  {
    origin: 'anglo',
    people: [
      {
        first_name: 'Maja',
        last_name: 'Lindqvist',
        dob: '2001-08-06',
        gender: 'trans_male_to_female',
        ssn_suffix: '0083',
      },
    ],
  },
  {
    origin: 'anglo',
    people: [{ first_name: 'Odile', last_name: 'Fournier', dob: '1937-12-02', gender: 'female', ssn_suffix: '6521' }],
  },
  {
    origin: 'pacific',
    people: [
      { first_name: 'Sione', last_name: 'Taufaʻahau', dob: '1978-02-14', gender: 'male', ssn_suffix: '4407' },
      { first_name: 'Mele', last_name: 'Taufaʻahau', dob: '1980-10-21', gender: 'female', ssn_suffix: '4412' },
      { first_name: 'Malakai', last_name: 'Taufaʻahau', dob: '2008-06-01', gender: 'male', ssn_suffix: '4413' },
    ],
  },
];
