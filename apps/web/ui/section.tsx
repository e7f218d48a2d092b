import { type ReactNode, useId } from 'react';
import css from './section.module.css';

/** A part of a record under a heading; a hairline parts it from the one before. */
export function Section({
  title,
  note,
  action,
  children,
}: {
  title?: string;
  /** A few muted words after the title: a count, a name. */
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={title && id} data-print="flow">
      {title && (
        <div className={css.head}>
          <h2 className={css.title} id={id}>
            {title}
          </h2>
          {note && <span className={css.note}>{note}</span>}
          {action && <div className={css.action}>{action}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
