import { genders } from './genders.ts';

/** What a column holds. A `choice` is one of a list that the product fixes. */
type ColumnKind = 'text' | 'date' | 'choice' | 'boolean';

type PersonColumn = {
  /** Its name on the wire and in the table `clients`. */
  key: string;
  label: string;
  kind: ColumnKind;
  /** It is a part of the person's name. */
  name?: true;
  /** A new person may come without it. */
  optional?: true;
  /** Household members who aren't clients have it too. */
  contact?: true;
  /** A field of a form can ask for it, so that a response can become a person. */
  formField?: true;
  /** When people are merged, one of their values is chosen. */
  merge?: true;
} & (
  | {
      encrypted?: never;
      /** What the dictionary of an exported file says about it. */
      meaning: string;
    }
  // Encrypted columns are shown on request, one person at a time: no exported file or history holds them.
  | { encrypted: true; meaning?: never }
);

/**
 * The columns of a person, in the order in which people are recorded. Fields of the contract, conditions, reports, imports,
 * exports, merging, history and forms on screens are derived from this list.
 */
export const personColumns = [
  {
    key: 'first_name',
    label: 'First name',
    kind: 'text',
    name: true,
    contact: true,
    formField: true,
    merge: true,
    meaning: 'Their first name',
  },
  {
    key: 'middle_name',
    label: 'Middle name',
    kind: 'text',
    name: true,
    optional: true,
    formField: true,
    merge: true,
    meaning: 'Their middle name',
  },
  {
    key: 'last_name',
    label: 'Last name',
    kind: 'text',
    name: true,
    contact: true,
    formField: true,
    merge: true,
    meaning: 'Their last name',
  },
  {
    key: 'dob',
    label: 'Date of birth',
    kind: 'date',
    contact: true,
    formField: true,
    merge: true,
    meaning: 'When they were born',
  },
  {
    key: 'gender',
    label: 'Gender',
    kind: 'choice',
    contact: true,
    formField: true,
    merge: true,
    meaning: `One of ${Object.values(genders).join(', ')}`,
  },
  { key: 'ssn_suffix', label: 'Last 4 of SSN', kind: 'text', formField: true, merge: true, encrypted: true },
  {
    key: 'active',
    label: 'Active',
    kind: 'boolean',
    optional: true,
    meaning: 'true while they are served, false afterwards',
  },
  { key: 'dod', label: 'Date deceased', kind: 'date', optional: true, merge: true, meaning: 'When they died' },
] as const satisfies readonly PersonColumn[];

type Entry = (typeof personColumns)[number];
type Trait = 'name' | 'optional' | 'contact' | 'formField' | 'merge' | 'encrypted';
type EntryWith<T extends Trait> = Extract<Entry, { readonly [K in T]: true }>;

export type PersonKey = Entry['key'];
export type PersonKeyWith<T extends Trait> = EntryWith<T>['key'];
/** The keys of columns that hold this kind. */
export type PersonKeyOf<K extends ColumnKind> = Extract<Entry, { readonly kind: K }>['key'];
/** The parts of a person's name. */
export type NameKey = PersonKeyWith<'name'>;
export type PersonName = {
  [C in EntryWith<'name'> as C['key']]: C extends { optional: true } ? string | null : string;
};
/** A person's values as conditions read them. */
export type PersonValues = { [C in Entry as C['key']]: C['kind'] extends 'boolean' ? boolean : string | null };

/** Returns the columns of a person that have a trait. */
export const columnsWith = <T extends Trait>(trait: T): EntryWith<T>[] =>
  personColumns.filter((one): one is EntryWith<T> => trait in one);

/** Returns all columns of a person: these first, then the others in their own order. */
export const columnsStartingWith = (first: readonly PersonKey[]): Entry[] => {
  const place = ({ key }: Entry) => (first.includes(key) ? first.indexOf(key) : first.length);
  return personColumns.toSorted((a, b) => place(a) - place(b));
};

/** The columns that aren't encrypted: exported files, history and matches hold them. */
export const openColumns = personColumns.filter(
  (one): one is Exclude<Entry, EntryWith<'encrypted'>> => !('encrypted' in one),
);
export const nameColumns = columnsWith('name');

/** Returns something for each of some columns, by key. */
export const byColumn = <C extends { key: string }, V>(
  columns: readonly C[],
  of: (column: C) => V,
): Record<C['key'], V> => Object.fromEntries(columns.map((column) => [column.key, of(column)])) as Record<C['key'], V>;

/** What each column is called on screens. */
export const personLabels = byColumn(personColumns, ({ label }) => label);

/** Returns the values that a record has in some columns. */
export const valuesIn = <K extends string, R extends Record<K, unknown>>(
  columns: readonly { key: K }[],
  record: R,
): Pick<R, K> => byColumn(columns, ({ key }) => record[key]) as Pick<R, K>;

/** Returns a name with all its parts: "Ana Maria Rivera". */
export const wholeName = (person: PersonName): string =>
  nameColumns
    .map(({ key }) => person[key])
    .filter(Boolean)
    .join(' ');

/** Takes a whole name apart: its first word, its last one, and those between. */
export const splitName = (whole: string): Record<NameKey, string | null> => {
  const [first_name = null, ...others] = whole.split(/\s+/).filter(Boolean);
  const last_name = others.pop() ?? null;
  return { first_name, middle_name: others.join(' ') || null, last_name };
};

/** Returns a name as text fields hold it: empty where a part isn't known. */
export const editedName = (known: Partial<Record<NameKey, string | null>> = {}): Record<NameKey, string> =>
  byColumn(nameColumns, ({ key }) => known[key] ?? '');
