import { useState } from 'react';
import { checkField } from '#forms/field.ts';
import { AnswerInput } from '../answer-input.tsx';
import { frameOf } from '../answer-props.ts';
import { bodyOf, type FieldValues } from './draft.ts';
import css from './field-preview.module.css';

/** The field as people will be asked it, while it is still being written. */
export const FieldPreview = ({ values }: { values: FieldValues }) => {
  const [answer, setAnswer] = useState<unknown>(null);
  if (!values.field_type) return <p className={css.none}>Choose a field type to see how it is asked.</p>;
  const { field } = checkField(bodyOf({ ...values, name: values.name.trim() || 'Name' }));
  // Rows that nobody has written yet are not offered.
  const field_options = field.field_options.filter(
    ({ label, value }, index, all) => label && all.findIndex((one) => one.value === value) === index,
  );
  return (
    <div className={css.preview}>
      <AnswerInput
        // An answer of one type means nothing to another.
        key={`${field.field_type} ${field.data_type}`}
        field={{ ...field, field_options }}
        frame={frameOf(field)}
        value={answer}
        onChange={setAnswer}
      />
    </div>
  );
};
