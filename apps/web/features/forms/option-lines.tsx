import { useState } from 'react';
import { type FieldValues, issuesOf, optionKindOf, optionsOf, withValues } from '#web/forms/definition/draft.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import css from './add-field.module.css';

/** The id of the box: nothing is saved past what stands in it. */
export const optionLinesId = 'option_lines';

/** Asks for the options of a new select, typed or pasted a line each. `onDone` is given the field with them, or null. */
export const OptionLines = ({
  values,
  onDone,
}: {
  values: FieldValues;
  onDone: (values: FieldValues | null) => void;
}) => {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const done = () => {
    const listed = { ...values, field_options: withValues(optionsOf(text), optionKindOf(values.data_type)) };
    const [problem] = Object.values(issuesOf(listed)).flat();
    if (problem) setError(problem);
    else onDone(listed);
  };
  return (
    <form
      className={css.options}
      aria-label={`Options of ${values.name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <TextareaField
        autoFocus
        id={optionLinesId}
        label={`Options of ${values.name}`}
        help="One a line, typed or pasted"
        rows={4}
        value={text}
        onChange={(next) => {
          setText(next);
          setError(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(null);
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done();
        }}
        error={error}
      />
      <div className={css.buttons}>
        <Button onClick={() => onDone(null)}>Cancel</Button>
        <Button tone="filled" type="submit">
          Add
        </Button>
      </div>
    </form>
  );
};
