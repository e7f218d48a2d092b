import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import css from './error-summary.module.css';
import { Icon } from './icon.tsx';
import { useSay } from './say.ts';

/** `id` is that of the field; without one the message belongs to the whole form. */
export type FormError = { id?: string; message: string };

const FOCUSABLE = 'input:enabled:not([tabindex="-1"]), select, textarea, button, a[href], canvas[tabindex]';

/** Puts the focus on a field by its id: on the control itself, or on the first one of a group. */
export function focusField(id: string) {
  const field = document.getElementById(id);
  if (!field) return;
  const inside = field.matches('[role="group"], [role="radiogroup"]') && field.querySelector<HTMLElement>(FOCUSABLE);
  const target = inside || field;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'center' });
}

/** Puts the focus on a field, with its list open where it has one, once the list that was chosen from is closed. */
export function openField(id: string) {
  setTimeout(() => {
    focusField(id);
    const field = document.getElementById(id);
    if (field?.getAttribute('aria-haspopup') === 'listbox') field.click();
  });
}

/**
 * What stopped a save, at the top of the form. It takes the focus when it appears and whenever `attempt` changes, so count
 * the attempts to save.
 */
export function ErrorSummary({
  errors,
  attempt = 0,
  title = 'There is a problem',
}: {
  errors: FormError[];
  attempt?: number;
  title?: string;
}) {
  const say = useSay();
  const summary = useRef<HTMLDivElement>(null);
  const some = errors.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt moves the focus here again
  useEffect(() => {
    if (some) summary.current?.focus();
  }, [some, attempt]);
  if (!some) return null;
  return (
    <div className={css.summary} role="alert" tabIndex={-1} ref={summary}>
      <h2 className={css.title}>
        <Icon of={IconAlertCircle} />
        {say(title)}
      </h2>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={`${id} ${message}`}>
            {id ? (
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(id);
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
