import { useState } from 'react';
import { checkField } from '#forms/definition/field.ts';
import { AnswerInput } from '#web/fields/answer-input.tsx';
import { frameOf } from '#web/fields/answer-props.ts';
import { Button } from '#web/ui/button.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { bodyOf, type FieldValues } from './draft.ts';
import css from './field-preview.module.css';

/**
 * The field as people will be asked it, while it is still being written. It is a picture, out of the way of the keyboard
 * and of who listens to the screen, until somebody wants to try it.
 */
export const FieldPreview = ({ values }: { values: FieldValues }) => {
  const [isTried, setTried] = useState(false);
  return (
    <SideCard title="Preview">
      <div inert={!isTried} aria-hidden={!isTried}>
        <Question values={values} />
      </div>
      {values.field_type && (
        <Button tone="subtle" size="small" aria-pressed={isTried} onClick={() => setTried(!isTried)}>
          Try it
        </Button>
      )}
    </SideCard>
  );
};

const Question = ({ values }: { values: FieldValues }) => {
  const [answer, setAnswer] = useState<unknown>(null);
  if (!values.field_type) return <p className={css.none}>Choose a field type to see a preview.</p>;
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
