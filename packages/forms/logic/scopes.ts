import type { Kind, Seen } from './compare.ts';

export type ScopeColumn = { name: string; label: string; kind: Kind };

const column = (name: string, label: string, kind: Kind = 'text'): ScopeColumn => ({ name, label, kind });

/** What conditions may say of the signed-in user, of the person and of the response itself. */
export const scopeColumns = {
  administrator: [
    column('name', 'Name'),
    column('email', 'Email'),
    column('role', 'Role'),
    column('groups', 'Permission groups', 'number'),
  ],
  client: [
    column('first_name', 'First name'),
    column('middle_name', 'Middle name'),
    column('last_name', 'Last name'),
    column('dob', 'Date of birth', 'date'),
    column('dod', 'Date deceased', 'date'),
    column('gender', 'Gender'),
    column('ssn_suffix', 'Last 4 of SSN'),
    column('active', 'Active', 'boolean'),
    column('created_at', 'Created', 'date'),
  ],
  response: [
    column('created_at', 'Created', 'date'),
    column('created_by', 'Created by', 'number'),
    column('updated_at', 'Last updated', 'date'),
    column('updated_by', 'Last updated by', 'number'),
    column('completed_at', 'Time Recorded', 'date'),
  ],
} as const satisfies Record<string, ScopeColumn[]>;
export type ColumnScope = keyof typeof scopeColumns;

/** The column of a scope by its name; undefined when there is none. */
export const scopeColumn = (scope: ColumnScope, name: string): ScopeColumn | undefined =>
  scopeColumns[scope].find((one) => one.name === name);

/** The values of the columns, by name; a scope that is null has none, as on public forms. */
export type ScopeValues = { [S in ColumnScope]: Readonly<Record<string, Seen>> | null };

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export const dayIn = (moment: string, timeZone: string): string => {
  const made = formats.get(timeZone);
  const format =
    made ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (!made) formats.set(timeZone, format);
  return format.format(new Date(moment));
};

type Person = { first_name: string | null; last_name: string | null; email: string };

/** The signed-in user as conditions see them. @param groups the ids of their permission groups */
export const administratorScope = (person: Person, role: string, groups: number[]): Record<string, Seen> => ({
  name: [person.first_name, person.last_name].filter(Boolean).join(' '),
  email: person.email,
  role,
  groups,
});

type Client = {
  first_name: string;
  middle_name: string | null;
  last_name: string;
  dob: string | null;
  dod: string | null;
  gender: string | null;
  ssn_suffix: string | null;
  active: boolean;
  created_at: string;
};

/** The person whom a response is about, as conditions see them. */
export const clientScope = (client: Client, timeZone: string): Record<string, Seen> => {
  const { first_name, middle_name, last_name, dob, dod, gender, ssn_suffix, active } = client;
  return {
    first_name,
    middle_name,
    last_name,
    dob,
    dod: dod?.slice(0, 10) ?? null,
    gender,
    ssn_suffix,
    active,
    created_at: dayIn(client.created_at, timeZone),
  };
};

type Response = {
  created_at: string;
  updated_at: string;
  completed_at: string;
  created_by: number | null;
  updated_by: number | null;
};

/** A response as conditions see it; one that is not saved yet has nothing. */
export const responseScope = (response: Response | null, timeZone: string): Record<string, Seen> =>
  response
    ? {
        created_at: dayIn(response.created_at, timeZone),
        updated_at: dayIn(response.updated_at, timeZone),
        completed_at: dayIn(response.completed_at, timeZone),
        created_by: response.created_by,
        updated_by: response.updated_by,
      }
    : {};
