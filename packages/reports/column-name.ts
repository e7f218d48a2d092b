import { cleanText } from '#forms/clean-text.ts';
import { oneOf } from '#forms/field-types/metadata.ts';
import { formId } from './conditions.ts';

export const namedForm = formId.nullish().transform((value) => value ?? null);
export const namedField = cleanText(60, 'Choose a column').min(1, 'Choose a column');
export const columnType = oneOf(['field', 'calculation']);
const namedType = columnType.nullish().transform((value) => value ?? 'field');

/** A column by what it shows. */
export const columnName = { form: namedForm, field: namedField, type: namedType };

/** A column of a form that is known. */
export const ownColumnName = { field: namedField, type: namedType };
