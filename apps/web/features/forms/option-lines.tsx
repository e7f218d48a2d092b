import { useState } from 'react';
import { optionsOf } from '#web/forms/definition/draft.ts';
import { repeatedLabels } from '#web/forms/definition/former-options.ts';
import { Button } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import { Note } from '#web/ui/note.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import css from './add-field.module.css';
import { type Entry, optionProblem } from './entries.ts';

/**
 * Asks for the options of a new question, typed or pasted a line each.
 * @param next the id of the control that the keyboard goes on with
 */
export const OptionLines = ({
  id,
  entry,
  error,
  isNew,
  next,
  onLines,
  onDone,
}: {
  id: string;
  entry: Entry;
  /** What a save found wrong with them. */
  error: string | null;
  /** The question was just added: typing goes on here. */
  isNew: boolean;
  next: string;
  onLines: (lines: string) => void;
  onDone: () => void;
}) => {
  const [isTold, setTold] = useState(false);
  const { name } = entry.field;
  const problem = optionProblem(entry);
  const rows = optionsOf(entry.option_lines ?? '');
  const repeated = repeatedLabels(rows);
  const twice = rows.find(({ key }) => repeated.has(key));
  const done = () => {
    if (problem) return setTold(true);
    onDone();
    focusField(next);
  };
  return (
    <form
      className={css.options}
      aria-label={`Options of ${name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <TextareaField
        autoFocus={isNew}
        id={id}
        label={`Options of ${name}`}
        help="One option per line, typed or pasted"
        rows={4}
        value={entry.option_lines ?? ''}
        onChange={(lines) => {
          onLines(lines);
          setTold(false);
        }}
        onKeyDown={(event) => {
          // Keeps the typed text: only the Remove button deletes the question.
          if (event.key === 'Escape') focusField(next);
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done();
        }}
        error={isTold ? problem : error}
      />
      {twice && <Note>Two options are called {twice.label}. Use different labels to tell them apart.</Note>}
      <div className={css.buttons}>
        <Button tone="filled" type="submit">
          Done
        </Button>
      </div>
    </form>
  );
};
