import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import css from './record-links.module.css';

/** A section of records, each a link to it; the children are said when there is none. @param at the address of their list */
export const RecordLinks = ({
  title,
  at,
  records,
  children,
}: {
  title: string;
  at: string;
  records: { id: number; name: string; badge?: ReactNode }[];
  children: string;
}) => (
  <Section title={title} note={records.length || undefined}>
    {records.length === 0 ? (
      <Note>{children}</Note>
    ) : (
      <ul className={css.records} aria-label={title}>
        {records.map(({ id, name, badge }) => (
          <li key={id}>
            <Link to={`${at}/${id}`}>{name}</Link>
            {badge}
          </li>
        ))}
      </ul>
    )}
  </Section>
);
