import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import layout from '#web/ui/layout.module.css';
import css from './conflict-note.module.css';

/**
 * Within a form: somebody else saved meanwhile, what became of it there, and which of the two to keep.
 * @param of theirs, as it is loaded
 */
export const ConflictNote = <T,>({
  of: { data, isError, refetch },
  title,
  theirs,
  choices,
}: {
  of: Pick<UseQueryResult<T>, 'data' | 'isError' | 'refetch'>;
  title: string;
  theirs: (data: T) => ReactNode;
  choices: (data: T) => { label: string; onChoose: () => void }[];
}) => {
  if (isError) return <LoadFailed title="Could not load the other changes." onRetry={() => void refetch()} />;
  return (
    <div role="alert" className={css.conflict} aria-busy={data === undefined}>
      <p>
        <b>{title}</b>
      </p>
      {data !== undefined && (
        <>
          {theirs(data)}
          <div className={layout.buttons}>
            {choices(data).map(({ label, onChoose }) => (
              <Button key={label} onClick={onChoose}>
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  );
};
