import type { ComponentProps } from 'react';
import { inSentences } from '#contract/kit/in-sentences.ts';
import { optionsPath } from './draft.ts';
import { type Entry, withOptions, withOptionsDone } from './entries.ts';
import { EntryPanel } from './entry-panel.tsx';
import { OptionLines } from './option-lines.tsx';

/** Whether something of a field stands under its row. */
export const isOpenBelow = ({ field_id, option_lines }: Entry, opened: ReadonlySet<number>): boolean =>
  option_lines !== undefined || opened.has(field_id);

/** What stands under the row of a field: the box where the options of a new one are typed, and its settings. */
export const EntryBelow = ({
  index,
  isOpen,
  isNew,
  next,
  ...panel
}: Omit<ComponentProps<typeof EntryPanel>, 'path'> & {
  index: number;
  /** Whether its settings are open. */
  isOpen: boolean;
  /** It was just added. */
  isNew: boolean;
  /** The id of the control that the keyboard goes on with after the options. */
  next: string;
}) => {
  const { entry, errors, setEntry } = panel;
  const { field_id, option_lines } = entry;
  const path = optionsPath(index);
  return (
    <>
      {option_lines !== undefined && (
        <OptionLines
          id={path}
          entry={entry}
          error={inSentences(errors[path])}
          isNew={isNew}
          next={next}
          onLines={(lines) => setEntry(field_id, (before) => withOptions(before, lines), 'options')}
          onDone={() => setEntry(field_id, withOptionsDone)}
        />
      )}
      {isOpen && <EntryPanel {...panel} path={`form_fields.${index}`} />}
    </>
  );
};
