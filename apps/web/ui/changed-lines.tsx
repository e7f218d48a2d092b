import css from './changed-lines.module.css';

/** What something was and what it is, a line each; what was is struck through. */
export const ChangedLines = ({
  lines,
}: {
  lines: readonly { label: string; was: string | null; is: string | null }[];
}) => (
  <dl className={css.changes}>
    {lines.map(({ label, was, is }, index) => (
      <div key={index}>
        <dt>{label}</dt>
        <dd>
          {was !== null && <del>{was}</del>}
          <ins>{is ?? '—'}</ins>
        </dd>
      </div>
    ))}
  </dl>
);
