import type { ReactNode } from 'react';
import { useMember } from '#web/access/account.tsx';
import { listName, showDateTime } from '#web/kit/formats.ts';
import layout from '#web/ui/layout.module.css';
import { SelectField } from '#web/ui/select-field.tsx';
import words from '#web/ui/words.module.css';
import css from './trial.module.css';
import type { TriedResponse } from './use-tried-responses.ts';

/** Whose response it is, or its title. */
export const responseName = ({ id, client, title }: TriedResponse): string =>
  client
    ? listName({ first_name: client.first_name ?? '', last_name: client.last_name ?? '' })
    : title || `Record ${id}`;

/** What stands beside something that is edited, to try it out: nothing of it is saved. */
export const TryIt = ({ children }: { children: ReactNode }) => (
  <section className={css.trial} aria-label="Try it">
    <div className={`${layout.row} ${css.head}`}>
      <h3>Try it</h3>
      <span className={words.small}>Nothing is saved</span>
    </div>
    {children}
  </section>
);

/**
 * Takes the answers of a real response. Nothing, where there is none that the person can read.
 * @param latest stay until others are there, whatever is asked
 */
export const ResponsePicker = ({
  latest,
  value,
  onChoose,
}: {
  latest: readonly TriedResponse[];
  /** The ID of the response that was chosen. */
  value: number | null;
  /** Null types the answers oneself. */
  onChoose: (id: number | null) => void;
}) => {
  const { time_zone } = useMember().organization;
  if (latest.length === 0) return null;
  return (
    <SelectField
      label="Use answers from"
      placeholder="A recent response"
      clearable
      options={latest.map((one) => ({
        value: String(one.id),
        label: `${responseName(one)}, ${showDateTime(one.completed_at, time_zone)}`,
      }))}
      value={latest.some(({ id }) => id === value) ? String(value) : null}
      onChange={(id) => onChoose(id === null ? null : Number(id))}
    />
  );
};
