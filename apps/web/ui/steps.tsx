import { IconCheck } from '@tabler/icons-react';
import { Icon } from './icon.tsx';
import css from './steps.module.css';

/** The steps of something that is done in several, and which one this is. */
export const Steps = ({ steps }: { steps: { label: string; state: 'over' | 'here' | 'ahead' }[] }) => (
  <nav className={css.steps} aria-label="Steps">
    <ol>
      {steps.map(({ label, state }, index) => (
        <li key={label}>
          <span className={css.step} data-state={state} aria-current={state === 'here' ? 'step' : undefined}>
            <span className={css.number}>{state === 'over' ? <Icon of={IconCheck} size="xs" /> : index + 1}</span>
            <span className={css.label}>{label}</span>
          </span>
        </li>
      ))}
    </ol>
  </nav>
);
