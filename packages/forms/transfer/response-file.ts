import { filesOf, type StoredFile } from '../field-types/attachment.ts';
import type { Field, FieldTypeName } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import { joined } from './cell.ts';
import { splitLabel } from './read-moment.ts';

/** Whose responses a file holds: those of people, the records of an internal form, or what strangers sent. */
export type ResponseFileKind = 'client' | 'internal' | 'public';

/** The column that says when something was recorded. Its times are in UTC, or in the zone that stands behind it. */
export const momentLabel = 'Time Recorded';

/** What stands before the answers. */
export const idColumns = {
  client: ['Client ID', 'Form Response ID', momentLabel],
  internal: ['Record ID', momentLabel],
  public: ['Form Response ID', 'Client ID', momentLabel],
} as const satisfies Record<ResponseFileKind, readonly string[]>;

/** What a row says of its response, by the names of its columns. */
export type IdColumn = (typeof idColumns)[ResponseFileKind][number];

/** What a column holds: dates as YYYY-MM-DD, times as HH:mm, timestamps as ISO 8601 in UTC. */
export type ColumnKind = 'text' | 'number' | 'date' | 'time' | 'timestamp';

const kinds: Partial<Record<FieldTypeName, ColumnKind>> = { number: 'number', date: 'date', time: 'time' };

/** A cell before it is written: a number as one, so that only text is guarded against spreadsheets. */
export type AnswerCell = string | number | null;

export type FieldEntry = { field_id: number; field: Field };
export type AnswerColumn = { field_id: number; label: string; kind: ColumnKind; field: Field };

/** How a field is named in the first row: its name, then its id, by which an import finds it. */
export const answerLabel = ({ field_id, field }: FieldEntry): string => `${field.name} [${field_id}]`;

/** The ID of a field at the end of its column's name. */
export const fieldIdIn = (label: string | undefined): string | undefined => /\[(\d+)\]$/.exec(label ?? '')?.[1];

const idLabels: readonly string[] = Object.values(idColumns).flat();

/** Whether a download may call a column so. */
export const isOwnLabel = (label: string): boolean =>
  idLabels.includes(splitLabel(label).label) || fieldIdIn(label) !== undefined;

/** The columns of a form's answers, in the order of the form. What is only read has none. */
export const answerColumns = (form_fields: readonly FieldEntry[]): AnswerColumn[] =>
  form_fields
    .filter(({ field }) => fieldType(field.field_type).isAnswerable)
    .map(({ field_id, field }) => ({
      field_id,
      label: answerLabel({ field_id, field }),
      kind: kinds[field.field_type] ?? 'text',
      field,
    }));

/** The first row of a file. */
export const labelsOf = (kind: ResponseFileKind, form_fields: readonly FieldEntry[]): string[] => [
  ...idColumns[kind],
  ...answerColumns(form_fields).map(({ label }) => label),
];

const simple = (value: unknown): AnswerCell =>
  typeof value === 'number' || typeof value === 'string' ? value : String(value);

/** How the answers of each type are written; of the others as they are stored. */
const writers: Partial<Record<FieldTypeName, (value: never) => AnswerCell>> = {
  'select-many': (values: readonly unknown[]) => joined(values.map(String)),
  address: ({ text }: { text: string }) => text,
  search: ({ value }: { value: string | number }) => value,
  'ref-picker': ({ record_id }: { record_id: number }) => record_id,
  attachment: (value: StoredFile | StoredFile[]) => joined(filesOf(value).map(({ filename }) => filename)),
  signature: ({ filename }: StoredFile) => filename,
};

/**
 * How the answers of a field are written: null where there is none. An import that meets what this makes of the stored
 * answer changes nothing.
 */
export const answerWriter = ({ field_type }: Pick<Field, 'field_type'>): ((value: unknown) => AnswerCell) => {
  const write = (writers[field_type] ?? simple) as (value: unknown) => AnswerCell;
  return (value) => (value === null || value === undefined ? null : write(value));
};

/** Whether the answers of a type are files. */
export const holdsFiles = (type: FieldTypeName): boolean => type === 'attachment' || type === 'signature';

/** Where an export with files puts those of an answer, in their order: `files/90_5_1.pdf`. Its cell holds these names. */
export const exportedNames = (
  response_id: number,
  field_id: number,
  files: readonly Pick<StoredFile, 'filename'>[],
): string[] =>
  files.map(({ filename }, index) => {
    const [ending = ''] = /\.[A-Za-z0-9]{1,10}$/.exec(filename) ?? [];
    return `files/${response_id}_${field_id}_${index + 1}${ending.toLowerCase()}`;
  });
