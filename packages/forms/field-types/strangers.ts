import { isExternal } from './endpoint.ts';
import type { Field } from './field-type.ts';

/** Whether strangers are asked a field: what looks something up here, or has the server ask others, is not for them. */
export const isForStrangers = (field: Pick<Field, 'field_type' | 'metadata'>): boolean =>
  field.field_type !== 'ref-picker' && field.field_type !== 'search' && !isExternal(field);
