import { IconCheck } from '@tabler/icons-react';
import { Icon } from './icon.tsx';
import css from './steps.module.css';

export type Step = { label: string; state: 'over' | 'here' | 'ahead'; onGo?: () => void };

/** The steps of something that is done in several, and which one this is. One with `onGo` is a button that leads there. */
export const Steps = ({ steps }: { steps: Step[] }) => (
  <nav className={css.steps} aria-label="Steps">
    <ol>
      {steps.map(({ label, state, onGo }, index) => {
        const content = (
          <>
            <span className={css.number}>{state === 'over' ? <Icon of={IconCheck} size="xs" /> : index + 1}</span>
            <span className={css.label}>{label}</span>
          </>
        );
        const look = {
          className: css.step,
          'data-state': state,
          'aria-current': state === 'here' ? ('step' as const) : undefined,
        };
        return (
          <li key={label}>
            {onGo ? (
              <button type="button" {...look} onClick={onGo}>
                {content}
              </button>
            ) : (
              <span {...look}>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  </nav>
);
