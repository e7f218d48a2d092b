import type { RowType } from '../xlsform/question-types.ts';

const question = (
  field_type: Extract<RowType, { kind: 'question' }>['field_type'],
  metadata: Record<string, unknown> = {},
): RowType => ({ kind: 'question', field_type, metadata });

/** What a text is checked by, and what asks for the same here; null where nothing does. */
const byValidation = (validation: string): RowType | null => {
  if (validation === 'integer') return question('number', { format: 'integer' });
  if (/^number(_\ddp)?(_comma_decimal)?$/.test(validation)) return question('number');
  if (validation === 'email') return question('email');
  if (/^date_[dmy]{3}$/.test(validation)) return question('date');
  return /^time(_hh_mm_ss|_mm_ss)?$/.test(validation) ? question('time') : null;
};

const plain: Readonly<Record<string, RowType>> = {
  notes: question('freeform-long'),
  descriptive: question('presentation'),
  slider: question('number', { min: 0, max: 100 }),
  yesno: question('checkbox', { checked_value: 'Yes', unchecked_value: 'No' }),
  truefalse: question('checkbox', { checked_value: 'True', unchecked_value: 'False' }),
  calc: { kind: 'calculation' },
};

/**
 * What a row of a data dictionary asks for, and whether the validation of its text is left behind.
 * @param list what its choices are kept under
 */
export const typeOfQuestion = (
  type: string,
  validation: string,
  list: string,
): { type: RowType; isUnchecked: boolean } => {
  const taken = (one: RowType) => ({ type: one, isUnchecked: false });
  if (type === 'text') {
    const checked = byValidation(validation);
    return { type: checked ?? question('freeform-short'), isUnchecked: validation !== '' && checked === null };
  }
  if (type === 'file') return taken(question(validation === 'signature' ? 'signature' : 'attachment'));
  if (type === 'radio' || type === 'dropdown' || type === 'checkbox')
    return taken({
      kind: 'select',
      field_type: type === 'checkbox' ? 'select-many' : 'select-one',
      list,
      hasOther: false,
    });
  return taken(Object.hasOwn(plain, type) ? (plain[type] as RowType) : { kind: 'unknown' });
};
