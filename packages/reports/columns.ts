import type { Operator } from '#forms/field-types/condition.ts';
import { columnsStartingWith, nameColumns, type PersonKey } from '#forms/person-columns.ts';
import type { MomentFormat } from './moment-formats.ts';

/**
 * What a column of a result holds. `scale` is a choice among numbers, `record` a record of an internal form, `user` a
 * member, a `timestamp` a moment in UTC.
 */
export const resultTypes = [
  'text',
  'number',
  'date',
  'time',
  'timestamp',
  'boolean',
  'choice',
  'scale',
  'choices',
  'address',
  'file',
  'record',
  'user',
] as const;
export type ResultType = (typeof resultTypes)[number];

export const reportTypes = [
  'client_forms',
  'data_quality',
  'public_forms',
  'internal_forms',
  'system',
  'fields',
  'household',
  'query',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** The parts of an address that a column may show by itself. */
export const addressComponents = ['text', 'streetAddress', 'unitNumber', 'city', 'state', 'postalCode'] as const;
export type AddressComponent = (typeof addressComponents)[number];

/** A column that a report may show, before it is one: of a form, or, where `form` is null, of what stands above forms. */
export type Column = {
  form: number | null;
  /** The id of a field or calculation, or the name of a column, as text. */
  field: string;
  type: 'field' | 'calculation';
  label: string;
  result: ResultType;
  /** What a condition may choose from, where there are options. */
  options?: readonly { label: string; value: string | number | boolean }[];
  /** How its own field or calculation shows dates. */
  format?: MomentFormat;
  /** Its numbers are in percent: 40 is 40 %. */
  percent?: boolean;
  /** Its numbers are whole. */
  whole?: boolean;
  /** Its numbers stand for words: days of the week, hours of the day, bands. */
  worded?: boolean;
  /** What stands in place of a value that isn't known. */
  unknown?: string;
  /** Its form is restricted, and the caller has no grant on it: nothing of it is shown or found. */
  restricted?: boolean;
  /** The internal form whose records it holds. */
  internal_form_id?: number;
  /** Its answers identify people: the form fills in the person from them, or they are email addresses. */
  identifies?: 'who' | 'birthday';
  /** The report computes it: conditions name it by the key that `field` has. */
  computed?: boolean;
  /** It tells rows of one response apart, so that conditions on it look at rows as they stand. */
  ofRow?: boolean;
  /** Conditions on it look at the latest answer of each person alone. */
  latest?: boolean;
  /** It changes with the day, and is worked out when it is read: it is shown, and nothing is asked of it. */
  changing?: boolean;
  /** The operators of its conditions, where they are fewer than its values would take. */
  operators?: readonly Operator[];
  /** Its values are encrypted where rows are sorted, so that no report is sorted by it. */
  unsortable?: boolean;
  /** Of a column of the report below an Aggregate: whether it is of a form that is matched to the rows of others. */
  matched?: boolean;
  /** Of a column of the report below an Aggregate: what it shows, as conditions name it. */
  of?: { form: number | null; field: string; type: 'field' | 'calculation' };
};

/** A form as reports know it. Its columns come with it, those of presentation left out. */
export type SourceForm = {
  id: number;
  name: string;
  form_type: 'client' | 'internal';
  restricted: boolean;
  columns: readonly Column[];
};

/** What a caller may build a report of one type from: the columns above forms, and the forms with theirs. */
export type Catalogue = {
  columns: readonly Column[];
  forms: readonly SourceForm[];
};

/** What a column is called of a question that its form, or every form, no longer asks (R46a). */
export const formerLabel = (name: string, of: 'this' | 'any'): string => `${name} (no longer on ${of} form)`;

/** Whether a column is a field of a form: those are called by their ids. */
export const isField = ({ field }: { field: string | null }): boolean => /^\d+$/.test(field ?? '');

const column = (field: string, label: string, result: ResultType): Column => ({
  form: null,
  field,
  type: 'field',
  label,
  result,
});

/** Columns that are calculated from a person's own, each listed after the one it comes from. */
const computedColumns: Partial<Record<PersonKey, readonly Column[]>> = {
  last_name: [column('client_full_name', 'Full name', 'text')],
  dob: [{ ...column('client_age', 'Age', 'number'), whole: true }],
};

const ownColumns = columnsStartingWith([...nameColumns.map(({ key }) => key), 'dob', 'dod', 'active']);

/** What reports know of a person. */
export const clientColumns: readonly Column[] = [
  column('client_id', 'Client ID', 'number'),
  ...ownColumns.flatMap((one): readonly Column[] => [
    {
      ...column(`client_${one.key}`, one.label, one.kind),
      // An encrypted value can only be matched whole, and cannot be sorted by.
      ...('encrypted' in one && { operators: ['EQ', 'NEQ', 'IN', 'NIN', 'EMPTY', 'NEMPTY'], unsortable: true }),
    },
    ...(computedColumns[one.key] ?? []),
  ]),
  column('client_created_at', 'Created', 'timestamp'),
  column('client_updated_at', 'Last updated', 'timestamp'),
  column('household_id', 'Household ID', 'number'),
  column('household_title', 'Household', 'text'),
];

/** What reports know of a response, beside its answers; each belongs to its form. */
export const responseColumns = (form: number): readonly Column[] =>
  [
    column('response_id', 'Response ID', 'number'),
    column('form_name', 'Form', 'text'),
    column('created_by', 'Created by', 'user'),
    column('created_at', 'Created', 'timestamp'),
    column('updated_by', 'Updated by', 'user'),
    column('updated_at', 'Updated', 'timestamp'),
    column('completed_at', 'Time Recorded', 'timestamp'),
  ].map((one) => ({ ...one, form }));

/** What reports know of a household. */
export const householdColumns: readonly Column[] = [
  column('household_id', 'Household ID', 'number'),
  column('household_title', 'Title', 'text'),
  { ...column('household_size', 'Size', 'number'), whole: true },
  { ...column('household_adults', 'Adults', 'number'), whole: true },
  { ...column('household_children', 'Children', 'number'), whole: true },
  column('household_head', 'Head', 'text'),
  column('household_created_at', 'Created', 'timestamp'),
];

const stamped = [
  column('created_by', 'Created by', 'user'),
  column('created_at', 'Created', 'timestamp'),
  column('updated_by', 'Updated by', 'user'),
  column('updated_at', 'Updated', 'timestamp'),
];

/** The tables of the product itself, and what reports know of each. */
export const systemTables = {
  people: clientColumns,
  users: [
    column('user_id', 'User ID', 'number'),
    column('user_first_name', 'First name', 'text'),
    column('user_last_name', 'Last name', 'text'),
    column('user_email', 'Email', 'text'),
    column('user_role', 'Role', 'text'),
    column('user_active', 'Active', 'boolean'),
    column('created_at', 'Created', 'timestamp'),
  ],
  permission_groups: [
    column('user_group_id', 'Permission group ID', 'number'),
    column('user_group_name', 'Name', 'text'),
    column('user_group_members', 'Members', 'number'),
  ],
  forms: [
    column('form_id', 'Form ID', 'number'),
    column('form_name', 'Name', 'text'),
    column('form_type', 'Form use', 'text'),
    column('form_active', 'Active', 'boolean'),
    column('form_responses', 'Responses', 'number'),
  ],
  responses: [
    column('response_id', 'Response ID', 'number'),
    column('form_id', 'Form ID', 'number'),
    column('form_name', 'Form', 'text'),
    column('client_id', 'Client ID', 'number'),
    ...stamped,
    column('completed_at', 'Time Recorded', 'timestamp'),
  ],
  notes: [
    column('response_id', 'Note ID', 'number'),
    column('response_item_type', 'On', 'text'),
    column('response_item_id', 'Record ID', 'number'),
    column('response_body', 'Note', 'text'),
    ...stamped,
  ],
  sign_ins: [
    column('response_id', 'ID', 'number'),
    column('user_id', 'User ID', 'number'),
    column('user_email', 'Email', 'text'),
    column('response_result', 'Result', 'text'),
    column('created_at', 'Time', 'timestamp'),
  ],
  changes: [
    column('response_id', 'Change ID', 'number'),
    column('response_item_type', 'Of', 'text'),
    column('response_item_id', 'Record ID', 'number'),
    column('response_event', 'Event', 'text'),
    column('created_by', 'By', 'user'),
    column('created_at', 'Time', 'timestamp'),
  ],
  notifications: [
    column('response_id', 'Message ID', 'number'),
    column('form_id', 'Form ID', 'number'),
    column('form_name', 'Form', 'text'),
    column('response_recipient', 'Recipient', 'text'),
    column('response_state', 'State', 'text'),
    column('created_at', 'Time', 'timestamp'),
  ],
} as const satisfies Record<string, readonly Column[]>;
export type SystemTable = keyof typeof systemTables;

/** Whether somebody sent what a public form took: TRUE and FALSE are all that can be asked of it. */
export const clientLink: Column = {
  ...column('client_link', 'Linked to a person', 'boolean'),
  // It is always known (R57a).
  operators: ['TRUE', 'FALSE'],
};

/** Whether one can calculate with what a column holds (a choice among numbers is a number with a name). */
export const isNumeric = (result: ResultType): boolean => result === 'number' || result === 'scale';

/** Whether a column holds dates, with a time of day or without. */
export const isDate = (result: ResultType): boolean => result === 'date' || result === 'timestamp';

/** What the API calls it: a choice among numbers is a choice. */
export type WireType = Exclude<ResultType, 'scale'>;
export const wireTypes = resultTypes.filter((one): one is WireType => one !== 'scale');
export const wireType = (result: ResultType): WireType => (result === 'scale' ? 'choice' : result);

/** The functions of a group's rows, as screens call them; for percentages, use `aggregateName`. */
export const aggregates = {
  count: 'Count',
  count_distinct: 'Count distinct',
  count_households: 'Count households',
  sum: 'Sum',
  avg: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  median: 'Median',
  percent: 'Percent',
  first: 'First',
  last: 'Last',
  count_true: 'Count true',
  percent_true: 'Percent true of answers',
} as const;
export type Aggregate = keyof typeof aggregates;

/** What a summary may say of a column, with the words that screens show. */
export const summaryFunctions = {
  count: 'count',
  distinct: 'distinct',
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
} as const;
export type SummaryFunction = keyof typeof summaryFunctions;

/** By what a form's responses are told apart along time: one row a person. */
export const orderFunctions = ['earliest', 'latest', 'compare'] as const;
export type OrderFunction = (typeof orderFunctions)[number];
/** What compare says of a person's earliest and latest value. */
export const compareOperations = ['sum', 'diff', 'avg'] as const;
export type CompareOperation = (typeof compareOperations)[number];
/** What a row says of those before and after it. */
export const rowFunctions = ['previous', 'next', 'row_number', 'running_total'] as const;
export type RowFunction = (typeof rowFunctions)[number];
/** What has no order in time. */
export const unordered: readonly ResultType[] = ['file', 'address', 'choices', 'boolean'];
