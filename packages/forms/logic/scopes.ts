import { columnsStartingWith, nameColumns, type PersonValues, personColumns, valuesIn } from '../person-columns.ts';
import type { ConditionValue, Kind } from './compare.ts';

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
    ...columnsStartingWith([...nameColumns.map(({ key }) => key), 'dob', 'dod']).map(({ key, label, kind }) =>
      column(key, label, kind === 'choice' ? 'text' : kind),
    ),
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
export type ScopeValues = { [S in ColumnScope]: Readonly<Record<string, ConditionValue>> | null };

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
export const administratorScope = (person: Person, role: string, groups: number[]): Record<string, ConditionValue> => ({
  name: [person.first_name, person.last_name].filter(Boolean).join(' '),
  email: person.email,
  role,
  groups,
});

type Client = PersonValues & { created_at: string };

/** The person whom a response is about, as conditions see them. */
export const clientScope = (client: Client, timeZone: string): Record<string, ConditionValue> => ({
  ...valuesIn(personColumns, client),
  dod: client.dod?.slice(0, 10) ?? null,
  created_at: dayIn(client.created_at, timeZone),
});

type Response = {
  created_at: string;
  updated_at: string;
  completed_at: string;
  created_by: number | null;
  updated_by: number | null;
};

/** A response as conditions see it; one that is not saved yet has nothing. */
export const responseScope = (response: Response | null, timeZone: string): Record<string, ConditionValue> =>
  response
    ? {
        created_at: dayIn(response.created_at, timeZone),
        updated_at: dayIn(response.updated_at, timeZone),
        completed_at: dayIn(response.completed_at, timeZone),
        created_by: response.created_by,
        updated_by: response.updated_by,
      }
    : {};
