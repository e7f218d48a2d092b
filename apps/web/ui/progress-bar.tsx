import css from './progress-bar.module.css';

/** How much of something is done; an empty bar while the whole is not known. `label` is what it is, read aloud. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number | null }) {
  return (
    <progress
      className={css.bar}
      aria-label={label}
      {...(total === null ? {} : { value: Math.min(done, total), max: Math.max(total, 1) })}
    />
  );
}
