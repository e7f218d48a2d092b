import { IconAlertCircle, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { focusField } from './error-summary.tsx';
import { Icon } from './icon.tsx';
import css from './question-section.module.css';
import hidden from './visually-hidden.module.css';

/** A section of a form that is filled in: its title (or `label`, for who hears it), a line to read, and questions 24 px apart. */
export function QuestionSection({
  id,
  title,
  label,
  intro,
  children,
}: {
  id?: string;
  title?: string;
  label?: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={css.section} id={id} tabIndex={-1} aria-label={label}>
      {title && <SectionTitle>{title}</SectionTitle>}
      {intro && <div className={css.intro}>{intro}</div>}
      <div className={css.questions}>{children}</div>
    </section>
  );
}

/** The heading of a section, which can be led to. */
export function SectionTitle({ children }: { children: ReactNode }) {
  return (
    <h2 className={css.title} tabIndex={-1}>
      {children}
    </h2>
  );
}

export type OutlineEntry = {
  id: string;
  title: string;
  state: 'open' | 'done' | 'problem';
  toFix?: number;
  current?: boolean;
};

const STATES = { open: IconCircle, done: IconCircleCheck, problem: IconAlertCircle };

/** To the heading of a section, which then stands at the top; or to a question. */
const jump = (id: string) => (event: MouseEvent) => {
  event.preventDefault();
  const heading = document.getElementById(id)?.querySelector<HTMLElement>('h2[tabindex]');
  if (!heading) return focusField(id);
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
};

/** The parts of a long form, with ticks and what is to fix: `entries`, or OutlineLinks as children. */
export function Outline({
  title = 'Sections',
  entries = [],
  children,
}: {
  title?: string;
  entries?: OutlineEntry[];
  children?: ReactNode;
}) {
  return (
    <nav className={css.outline} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {entries.map((entry) => (
          <OutlineLink key={entry.id} {...entry} />
        ))}
        {children}
      </ul>
    </nav>
  );
}

/** Scrolls a long outline, and nothing around it, so that a line of it can be seen. */
const keepInView = (line: HTMLElement | null) => {
  const list = line?.closest('nav');
  if (!line || !list || list.scrollHeight <= list.clientHeight) return;
  const [box, view] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < view.top) list.scrollTop -= view.top - box.top;
  else if (box.bottom > view.bottom) list.scrollTop += box.bottom - view.bottom;
};

/** One line of an Outline. */
export function OutlineLink({ id, title, state, toFix, current }: OutlineEntry) {
  return (
    <li>
      <a
        ref={current ? keepInView : undefined}
        href={`#${id}`}
        onClick={jump(id)}
        data-state={state}
        aria-current={current ? 'true' : undefined}
      >
        <Icon of={STATES[state]} />
        <span>{title}</span>
        {toFix && (
          <span className={css.count}>
            <span className={hidden.text}>, </span>
            {toFix} to fix
          </span>
        )}
        {(state === 'done' || (state === 'problem' && !toFix)) && (
          <span className={hidden.text}>{state === 'done' ? ', done' : ', to fix'}</span>
        )}
      </a>
    </li>
  );
}

/** More lines than this would push the rest off the screen. */
const MOST_NEEDED = 12;

/** What is still to answer; each line leads to its question. */
export function StillNeeded({ fields, note }: { fields: { id: string; label: string }[]; note?: string }) {
  const listed = fields.slice(0, MOST_NEEDED);
  return (
    <aside className={css.still} aria-label="Still needed">
      <h2>Still needed ({fields.length})</h2>
      <ul>
        {listed.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={jump(id)}>
              <Icon of={IconCircle} size="s" />
              {label}
            </a>
          </li>
        ))}
      </ul>
      {fields.length > listed.length && <p>and {fields.length - listed.length} more</p>}
      {note && <p className={css.note}>{note}</p>}
    </aside>
  );
}
