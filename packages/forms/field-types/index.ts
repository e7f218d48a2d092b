import { address } from './address.ts';
import { attachment } from './attachment.ts';
import { autopopulate } from './autopopulate.ts';
import { checkbox } from './checkbox.ts';
import type { Operator } from './condition.ts';
import { date } from './date.ts';
import { email } from './email.ts';
import type { Field, FieldType, FieldTypeName } from './field-type.ts';
import { freeformLong } from './freeform-long.ts';
import { freeformShort } from './freeform-short.ts';
import { hyperlink } from './hyperlink.ts';
import { number } from './number.ts';
import { presentation } from './presentation.ts';
import { refPicker } from './ref-picker.ts';
import { search } from './search.ts';
import { selectMany } from './select-many.ts';
import { selectOne } from './select-one.ts';
import { signature } from './signature.ts';
import { time } from './time.ts';

export const fieldTypes = {
  'freeform-short': freeformShort,
  'freeform-long': freeformLong,
  number,
  date,
  time,
  'select-one': selectOne,
  'select-many': selectMany,
  checkbox,
  email,
  hyperlink,
  address,
  attachment,
  signature,
  presentation,
  autopopulate,
  search,
  'ref-picker': refPicker,
} satisfies Record<FieldTypeName, FieldType>;

/** The field type of that name, for a caller that does not care which one it is. */
export const fieldType = (name: FieldTypeName): FieldType => fieldTypes[name];

/** What a field is, as far as it says how its answers are compared. */
type FieldKind = Pick<Field, 'field_type' | 'data_type' | 'metadata'>;

/** Whether a field asks to choose one of several numbers, such as a scale from 0 to 10, and takes no other text. */
export const isScale = ({ field_type, data_type, metadata }: FieldKind): boolean =>
  field_type === 'select-one' && data_type === 'numeric' && metadata.allow_other !== true;

const ordering = fieldTypes.number.operators.filter((op) => !selectOne.operators.includes(op));

/** The operators that a condition on a field may use: choices among numbers are compared like numbers too. */
export const operatorsOfField = (field: FieldKind): readonly Operator[] => {
  const { operators } = fieldType(field.field_type);
  return isScale(field) ? [...operators, ...ordering] : operators;
};
