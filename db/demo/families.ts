import type { Relationship } from '#contract/relationships.ts';
import type { Gender } from '#contract/resources/clients.ts';

type Contact = {
  name: string;
  dob: string;
  gender: Gender;
  relationship: Relationship;
  /** So many days ago they left. */
  left?: number;
};

export type Family = {
  /** First and last names of people who are served. */
  head: string;
  title?: string;
  /** What they are to the head. */
  people: Record<string, Relationship>;
  contacts?: Contact[];
};

/** Who of the people made up by hand lives with whom. */
export const families: Family[] = [
  {
    head: 'Ana Rivera',
    title: 'Rivera-Soto household',
    people: { 'Marcos Rivera': 'son', 'Lucía Rivera': 'daughter', 'Elena Rivera-Soto': 'aunt' },
    contacts: [
      { name: 'Teresa Soto', dob: '1957-06-02', gender: 'female', relationship: 'mother' },
      { name: 'Javier Soto', dob: '1983-02-18', gender: 'male', relationship: 'boyfriend', left: 3 },
    ],
  },
  { head: 'Grace Okafor-Rivers', people: { 'Chidi Okafor-Rivers': 'son' } },
  { head: 'Bảo Trần', people: { 'Linh Phạm': 'wife', 'Vy Trần': 'daughter' } },
  { head: 'Oleksandr Petrenko', people: { 'Halyna Petrenko': 'wife' } },
  { head: 'Verna Two Rivers', people: { 'Tate Two Rivers': 'unknown' } },
  { head: 'Ruth Abebe', people: { 'Yonas Abebe': 'son' } },
  {
    head: 'Sione Taufaʻahau',
    people: { 'Mele Taufaʻahau': 'wife', 'Malakai Taufaʻahau': 'son' },
    contacts: [{ name: 'Ana Taufaʻahau', dob: '1952-04-08', gender: 'female', relationship: 'mother' }],
  },
];
