import { type ReactNode, use, useId, useLayoutEffect, useRef } from 'react';
import css from './section.module.css';
import { HiddenSections, type SectionTab, TakesTabs } from './takes-tabs.ts';

/** A part of a record under a heading; a hairline parts it from the one before. */
export function Section({
  title,
  note,
  action,
  tab,
  children,
}: {
  title?: string;
  /** A few muted words after the title: a count, a name. */
  note?: ReactNode;
  action?: ReactNode;
  /** Within SectionTabs: its entry in the strip, under its own title unless it has another `label`. */
  tab?: Omit<SectionTab, 'label'> & { label?: string };
  children: ReactNode;
}) {
  const id = useId();
  const element = useRef<HTMLElement>(null);
  const takeTab = use(TakesTabs);
  const { key, label = title, count, status, keywords } = tab ?? {};
  const isHidden = use(HiddenSections).has(key ?? '');
  useLayoutEffect(() => {
    if (takeTab && key && label) return takeTab({ key, label, count, status, element: element.current! });
  }, [takeTab, key, label, count, status]);
  return (
    <section
      className={css.section}
      id={key}
      ref={element}
      hidden={isHidden}
      data-keywords={keywords}
      aria-labelledby={title && id}
      data-print="flow"
    >
      {title && (
        <div className={css.head}>
          <h2 className={css.title} id={id} tabIndex={key ? -1 : undefined}>
            {title}
          </h2>
          {note && <span className={css.note}>{note}</span>}
          {action && <div className={css.action}>{action}</div>}
        </div>
      )}
      {status && (
        <p className={css.status} data-status>
          {status}
        </p>
      )}
      {children}
    </section>
  );
}
