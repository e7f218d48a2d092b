import type { ReactNode } from 'react';
import { letterAt } from '#reports/formula.ts';
import layout from '#web/ui/layout.module.css';
import words from '#web/ui/words.module.css';
import css from './step.module.css';

/** A part of a step under its heading. The first one of a step is where the focus goes when the step opens. */
export const Part = ({
  title,
  count,
  action,
  note,
  error,
  children,
}: {
  title: string;
  /** Said after the title: "4 chosen". */
  count?: ReactNode;
  action?: ReactNode;
  note?: ReactNode;
  error?: string | null;
  children: ReactNode;
}) => (
  <section className={css.part} aria-label={title}>
    <div className={`${layout.row} ${css.head}`}>
      <h2 className={`${words.head} ${css.title}`} tabIndex={-1}>
        {title} {count !== undefined && <span className={css.count}>{count}</span>}
      </h2>
      {action}
      {note && <p className={css.note}>{note}</p>}
    </div>
    {error && <p className={css.error}>{error}</p>}
    {children}
  </section>
);

/** The letter by which formulas name a column; columns beyond Z have none. */
export const Letter = ({ place, isHidden }: { place: number; isHidden?: boolean }) => (
  <span className={css.letter} data-hidden={isHidden || undefined}>
    {letterAt(place) ?? '–'}
  </span>
);
