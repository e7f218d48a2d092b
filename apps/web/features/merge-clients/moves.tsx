import {
  IconForms,
  IconNotes,
  IconPaperclip,
  IconSitemap,
  IconTags,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { counted, fullName } from '#web/kit/formats.ts';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import css from './merge.module.css';
import type { Candidate, Preview } from './merge.ts';

type Line = { icon: IconType; label: string; note?: string; count: number };

const linesOf = ({ responses, note_count, file_count, data_groups, categories }: Preview['moves']): Line[] =>
  [
    {
      icon: IconForms,
      label: 'Form responses',
      note: (responses ?? []).map(({ name, count }) => `${count} ${name}`).join(', '),
      count: (responses ?? []).reduce((sum, { count }) => sum + count, 0),
    },
    { icon: IconNotes, label: 'Notes', count: note_count ?? 0 },
    { icon: IconPaperclip, label: 'Files', count: file_count },
    { icon: IconSitemap, label: 'Data groups', note: data_groups.join(', '), count: data_groups.length },
    { icon: IconTags, label: 'Categories', note: categories.join(', '), count: categories.length },
  ].filter(({ count }) => count > 0);

/** Who gets to see the master by the merge, each with the record through which. */
export const GainsAccess = ({ principals, has_others }: Preview['gains_access']) => (
  <ul className={css.lines}>
    {principals.map(({ type, id, name, client_ids }) => (
      <li key={`${type} ${id}`}>
        <Icon of={type === 'User' ? IconUser : IconUsersGroup} />
        <span>
          {name}
          <span className={css.caption}>had access to {client_ids.map((one) => `ID ${one}`).join(', ')}</span>
        </span>
      </li>
    ))}
    {has_others && (
      <li>
        <Icon of={IconUsersGroup} />
        <span>{principals.length > 0 ? 'Others you can’t see' : 'Users or groups you can’t see'}</span>
      </li>
    )}
  </ul>
);

/** What the merge does, beside the records. */
export const Moves = ({ preview, master, merged }: { preview: Preview; master: Candidate; merged: Candidate[] }) => {
  const { moves, household, gains_access } = preview;
  const lines = linesOf(moves);
  const gains = gains_access.principals.length > 0 || gains_access.has_others;
  const ids = merged.map(({ id }) => id).toSorted((a, b) => a - b);
  return (
    <aside className={css.moves} aria-label="Records to move">
      <h2>Records to move</h2>
      <p className={css.caption}>
        From {counted(merged.length, 'record')} into {fullName(master)},{' '}
        <span className={css.whole}>ID {master.id}</span>
      </p>
      {lines.length > 0 ? (
        <ul className={css.lines}>
          {lines.map(({ icon, label, note, count }) => (
            <li key={label}>
              <Icon of={icon} />
              <span>
                {label}
                {note && <span className={css.caption}>{note}</span>}
              </span>
              <b>{count.toLocaleString('en-US')}</b>
            </li>
          ))}
        </ul>
      ) : (
        <p>Nothing that you can see</p>
      )}
      {household.length > 0 && (
        <>
          <h3>Household</h3>
          <p>{household.join(' ')}</p>
        </>
      )}
      {gains && (
        <>
          <h3>Users and groups gaining access</h3>
          <GainsAccess {...gains_access} />
        </>
      )}
      <h3>After the merge</h3>
      <p>
        {ids.length === 1
          ? `ID ${ids[0]} is archived; its old link opens`
          : `IDs ${listed(ids)} are archived; their old links open`}{' '}
        this person. Calculated results do not change. The owner can undo the merge from History.
      </p>
    </aside>
  );
};

/** "4977 and 5310". */
const listed = (ids: number[]): string => `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
