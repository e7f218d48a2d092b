import { IconCheck } from '@tabler/icons-react';
import { Icon } from './icon.tsx';
import css from './steps.module.css';

/** The steps of something that is done in several, and which one this is. One that is over may be gone back to. */
export const Steps = ({
  steps,
}: {
  steps: { label: string; state: 'over' | 'here' | 'ahead'; onGo?: () => void }[];
}) => (
  <nav className={css.steps} aria-label="Steps">
    <ol>
      {steps.map(({ label, state, onGo }, index) => {
        const content = (
          <>
            <span className={css.number}>{state === 'over' ? <Icon of={IconCheck} size="xs" /> : index + 1}</span>
            <span className={css.label}>{label}</span>
          </>
        );
        return (
          <li key={label}>
            {onGo ? (
              <button type="button" className={css.step} data-state={state} onClick={onGo}>
                {content}
              </button>
            ) : (
              <span className={css.step} data-state={state} aria-current={state === 'here' ? 'step' : undefined}>
                {content}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  </nav>
);
