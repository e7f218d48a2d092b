import type { PersonKey } from '../person-columns.ts';

/** Tools whose files are known by their headers. */
export const otherTools = ['Apricot', 'Clarity', 'CiviCRM', 'HMIS CSV'] as const;
export type OtherTool = (typeof otherTools)[number];

/** The words of a column's name, without accents and signs: `FirstName`, `first_name` and `First Name` are different tools' words. */
const words = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

type Column = readonly string[];
/** A column of people, or when something was recorded. */
type ColumnName = PersonKey | 'completed_at';
type Layout = {
  /** One of each of these is in every file of the tool, */
  all: readonly Column[];
  /** and at least so many of these. */
  some: { of: Column; atLeast: number };
  /** Its own ids of people and of what is recorded about them. */
  person: Column;
  record: Column;
  /** What it calls the columns of people, and when something was recorded. */
  columns: Readonly<Partial<Record<ColumnName, Column>>>;
};

const layouts: Record<OtherTool, Layout> = {
  'HMIS CSV': {
    all: [['personalid'], ['exportid']],
    some: { of: ['datecreated', 'dateupdated', 'userid', 'datedeleted'], atLeast: 2 },
    person: ['personalid'],
    record: ['enrollmentid', 'exitid', 'servicesid', 'incomebenefitsid', 'assessmentid', 'eventid'],
    columns: {
      first_name: ['firstname'],
      middle_name: ['middlename'],
      last_name: ['lastname'],
      dob: ['dob'],
      ssn_suffix: ['ssn'],
      completed_at: ['informationdate', 'entrydate', 'exitdate', 'dateprovided', 'assessmentdate', 'eventdate'],
    },
  },
  Clarity: {
    all: [['clients unique identifier', 'clients personal id', 'clients client id', 'client unique identifier']],
    some: { of: [], atLeast: 0 },
    person: ['clients unique identifier', 'clients personal id', 'clients client id', 'client unique identifier'],
    record: ['enrollments enrollment id', 'services service id', 'client assessments assessment id'],
    columns: {
      first_name: ['clients first name'],
      middle_name: ['clients middle name'],
      last_name: ['clients last name'],
      dob: ['clients date of birth date', 'clients date of birth', 'clients birth date'],
      gender: ['clients gender', 'entry screen gender'],
      ssn_suffix: ['clients ssn last 4', 'clients ssn 4'],
      completed_at: ['enrollments project start date', 'services start date', 'client assessments assessment date'],
    },
  },
  CiviCRM: {
    all: [['contact id', 'internal contact id']],
    some: {
      of: ['contact type', 'contact subtype', 'external identifier', 'sort name', 'display name', 'do not email'],
      atLeast: 2,
    },
    person: ['contact id', 'internal contact id'],
    record: ['activity id', 'case id', 'participant id'],
    columns: {
      first_name: ['first name'],
      middle_name: ['middle name'],
      last_name: ['last name'],
      dob: ['birth date'],
      gender: ['gender'],
      dod: ['deceased date'],
      completed_at: ['activity date', 'case start date'],
    },
  },
  Apricot: {
    all: [['record id', 'record id system']],
    some: {
      of: [
        'creation date',
        'date created',
        'record creation date',
        'modification date',
        'date modified',
        'last modified',
        'creation user',
        'modification user',
        'created by',
        'form id',
        'parent id',
        'programs',
        'program',
      ],
      atLeast: 2,
    },
    person: ['record id', 'record id system'],
    record: [],
    columns: {
      first_name: ['name first', 'first', 'first name'],
      middle_name: ['name middle', 'middle', 'middle name'],
      last_name: ['name last', 'last', 'last name'],
      dob: ['date of birth', 'birth date', 'dob'],
      gender: ['gender', 'sex'],
      completed_at: ['creation date', 'date created', 'record creation date'],
    },
  },
};

/** The tool that wrote a file with this first row; null when none of those that are known did. */
export const toolOf = (header: readonly string[]): OtherTool | null => {
  const names = new Set(header.map(words));
  const holds = (name: string) => names.has(name);
  return (
    otherTools.find((tool) => {
      const { all, some } = layouts[tool];
      return all.every((column) => column.some(holds)) && some.of.filter(holds).length >= some.atLeast;
    }) ?? null
  );
};

/** What the product itself, and many a spreadsheet, calls the columns of people. */
const common: Readonly<Record<ColumnName, Column>> = {
  first_name: ['firstname', 'given name'],
  middle_name: ['middlename'],
  last_name: ['lastname', 'surname', 'family name'],
  dob: ['dob', 'birth date', 'birthdate'],
  gender: ['sex'],
  ssn_suffix: ['ssn last 4', 'last 4 ssn', 'ssn4'],
  active: [],
  dod: ['deceased date', 'date of death', 'datedeceased'],
  completed_at: ['submitted at', 'date completed'],
};

type Destination = { id: string; name: string };

/** The number of the column that is called one of these, the first name first; null where there is none, or where two are called so. */
const numberOf = (header: readonly string[], names: readonly string[]): number | null => {
  for (const name of names) {
    const found = header.flatMap((label, place) => (words(label) === name ? [place + 1] : []));
    if (found.length > 0) return found.length === 1 ? (found[0] as number) : null;
  }
  return null;
};

/**
 * The columns that go into these destinations by their names, or by what the tool that wrote the file calls them. Columns are
 * counted from 1.
 */
export const proposedColumns = (header: readonly string[], destinations: readonly Destination[]) => {
  const tool = toolOf(header);
  const layout = tool && layouts[tool];
  const of = ({ id, name }: Destination) =>
    numberOf(header, [
      words(`${name} [${id}]`),
      ...(layout?.columns[id as ColumnName] ?? []),
      words(name),
      words(id),
      ...(common[id as ColumnName] ?? []),
    ]);
  return {
    tool,
    /** Where our own IDs stand. */
    client_id_column: numberOf(header, layout ? ['hearth client id'] : ['client id', 'hearth client id']),
    response_id_column: numberOf(header, layout ? ['hearth response id'] : ['form response id', 'response id']),
    /** Where the tool's own ids of people stand. */
    person_column: layout ? numberOf(header, layout.person) : null,
    mappings: destinations.map((destination) => ({ destination_id: destination.id, origin_id: of(destination) })),
  };
};
