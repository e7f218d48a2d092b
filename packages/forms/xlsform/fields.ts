import { checkField, type FieldDraft, fieldDraft } from '../definition/field.ts';
import type { Field, FieldOption } from '../field-types/field-type.ts';
import type { DraftEntry } from './draft.ts';
import { shortName } from './names.ts';
import type { SurveyRow } from './survey.ts';

/** A row that became an entry of the form. */
export type EntryRow = { row: SurveyRow; entry: DraftEntry };

export type Lists = ReadonlyMap<string, ReadonlyMap<string, FieldOption>>;

/** What is told while a row is read: something about one of its columns, and what stays behind of another. */
export type ImportReporter = {
  remark: (row: SurveyRow, column: string, message: string) => void;
  leave: (column: string, row: SurveyRow) => void;
};

/** Tells that the columns of a row are not taken over, where they say anything. */
export const leaveAll = (row: SurveyRow, columns: string[], { leave }: ImportReporter) => {
  for (const column of columns) if (row.get(column)) leave(column, row);
};

const maxOptions = 2000;

/** The field that a row asks, checked; null, with the reason told, when no field can. */
export const readField = (row: SurveyRow, lists: Lists, telling: ImportReporter): Field | null => {
  const kind = kindOf(row, lists, telling);
  if (!kind) return null;
  const text = textsOf(row, kind.field_type, telling);
  if (!text) return null;
  const { presentation_content, ...words } = text;
  const metadata = { ...kind.metadata, ...(presentation_content && { presentation_content }) };
  const draft = fieldDraft.safeParse({ ...kind, ...words, metadata });
  const checked = draft.success ? checkField(draft.data) : null;
  const [issue] = draft.error?.issues ?? checked?.issues ?? [];
  if (checked && !issue) return checked.field;
  telling.remark(row, 'label', `${titleOf(row)} is left out. ${issue!.path.toString()}: ${issue!.message}`);
  return null;
};

/** What people know a row by. */
export const titleOf = ({ name, label, written }: SurveyRow): string => name || label || written;

/** An expression as remarks cite it. */
export const expressionIn = ({ cited }: SurveyRow, column: string): string => {
  const text = cited(column);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
};

type Kind = Pick<FieldDraft, 'field_type' | 'data_type' | 'field_options'> & { metadata: Record<string, unknown> };

const kindOf = (row: SurveyRow, lists: Lists, { remark, leave }: ImportReporter): Kind | null => {
  const { type } = row;
  const appearances = row.get('appearance').split(/\s+/).filter(Boolean);
  const uses = (appearance: string) => appearances.length === 1 && appearances[0] === appearance;
  const isLong = type.kind === 'question' && type.field_type === 'freeform-short' && uses('multiline');
  const isSignature = /^(add )?(image|photo)/i.test(row.written) && uses('signature');
  if (appearances.length > 0 && !isLong && !isSignature) leave('appearance', row);
  if (row.get('parameters') && type.kind !== 'range') leave('parameters', row);

  switch (type.kind) {
    case 'begin':
      return { field_type: 'presentation', metadata: {} };
    case 'question': {
      const field_type = isLong ? 'freeform-long' : isSignature ? 'signature' : type.field_type;
      return { field_type, metadata: type.metadata };
    }
    case 'range':
      return { field_type: 'number', metadata: rangeOf(row, leave) };
    case 'select': {
      const options = [...(lists.get(type.list)?.values() ?? [])];
      const metadata = type.hasOther ? { allow_other: true } : {};
      if (options.length > 0 && options.length <= maxOptions)
        return { field_type: type.field_type, data_type: type.data_type, metadata, field_options: options };
      const reason =
        options.length > 0
          ? `it has more than ${maxOptions.toLocaleString('en-US')} choices`
          : type.list === ''
            ? `${row.written} names no list. Write the name of a list from the choices sheet after it.`
            : `the list ${type.list} isn’t on the choices sheet`;
      remark(row, 'type', `${titleOf(row)} is left out: ${reason}`);
      return null;
    }
    default:
      remark(row, 'type', `${titleOf(row)} is left out: no field has the type ${row.written}`);
      return null;
  }
};

const parameter = /(start|end|step)\s*=\s*(-?\d+(?:\.\d+)?)/gi;

/** The limits of a range, which is of whole numbers unless one of its own is not. */
const rangeOf = (row: SurveyRow, leave: ImportReporter['leave']) => {
  const parameters = row.get('parameters');
  const given = [...parameters.matchAll(parameter)].map(([, key, value]) => [key!.toLowerCase(), Number(value)]);
  const { start, end, step } = { start: 1, end: 10, step: 1, ...Object.fromEntries(given) };
  if (step !== 1 || /[^\s,;]/.test(parameters.replaceAll(parameter, ''))) leave('parameters', row);
  const format = [start, end, step].every(Number.isInteger) ? { format: 'integer' } : {};
  return { min: Math.min(start, end), max: Math.max(start, end), ...format };
};

/** The name and the help of a field. A label that is too long for a name stands below it, whole. */
const textsOf = (row: SurveyRow, field_type: Field['field_type'], { remark }: ImportReporter) => {
  const name = row.label || row.name;
  if (!name) remark(row, 'label', `The ${row.written} in this row is left out: it has no name and no label`);
  if (!name) return null;
  const short = shortName(name);
  if (short === name) return { name, description: row.hint };
  if (field_type === 'presentation') return { name: short, description: row.hint, presentation_content: name };
  remark(row, 'label', `The ${row.called('label')} of ${titleOf(row)} is shortened; the help has the full text`);
  return { name: short, description: [name, row.hint].filter(Boolean).join('\n\n') };
};
