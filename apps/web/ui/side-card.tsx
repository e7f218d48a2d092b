import { Fragment, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Action } from './action-menu.tsx';
import { Icon } from './icon.tsx';
import css from './side-card.module.css';

/** A region of the side panel, named by its title. */
export function SideCard({
  title,
  count,
  action,
  children,
}: {
  title: string;
  count?: number;
  /** A small subtle Button: "Add note". */
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={css.head}>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {count !== undefined && <span className={css.count}>{count}</span>}
        {action}
      </div>
      {children}
    </section>
  );
}

/** A column of things to do: the side card "Actions". */
export function ActionList({ actions }: { actions: Action[] }) {
  const id = useId();
  return (
    <div className={css.actions}>
      {actions.map(({ label, icon, to, onClick, disabled, danger, hint }, index) => {
        const hintId = hint ? `${id}${index}` : undefined;
        const content = (
          <>
            {icon && <Icon of={icon} />}
            {label}
          </>
        );
        return to ? (
          <Link key={label} className={css.action} to={to} data-danger={danger || undefined}>
            {content}
          </Link>
        ) : (
          <Fragment key={label}>
            <button
              type="button"
              className={css.action}
              onClick={onClick}
              disabled={disabled}
              aria-describedby={hintId}
              data-danger={danger || undefined}
            >
              {content}
            </button>
            {hint && (
              <p id={hintId} className={css.hint}>
                {hint}
              </p>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
