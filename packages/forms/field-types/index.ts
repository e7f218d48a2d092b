import { attachment } from './attachment.ts';
import { checkbox } from './checkbox.ts';
import { date } from './date.ts';
import type { FieldType, FieldTypeName } from './field-type.ts';
import { freeformLong } from './freeform-long.ts';
import { freeformShort } from './freeform-short.ts';
import { number } from './number.ts';
import { selectMany } from './select-many.ts';
import { selectOne } from './select-one.ts';

export const fieldTypes = {
  'freeform-short': freeformShort,
  'freeform-long': freeformLong,
  number,
  date,
  'select-one': selectOne,
  'select-many': selectMany,
  checkbox,
  attachment,
} satisfies Record<FieldTypeName, FieldType>;

/** The field type of that name, for a caller that does not care which one it is. */
export const fieldType = (name: FieldTypeName): FieldType => fieldTypes[name];
