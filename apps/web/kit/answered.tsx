import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { whyNotLoaded } from './why-not-loaded.ts';

/** What a question has come to: its answer, as the children draw it; before that a skeleton, or a way to ask again. */
export const Answered = <T,>({
  of: { data, isError, error, refetch },
  failure,
  skeleton,
  children,
}: {
  of: Pick<UseQueryResult<T>, 'data' | 'isError' | 'error' | 'refetch'>;
  /** "Could not load API credentials." */
  failure?: string;
  skeleton: ReactNode;
  children: (answer: T) => ReactNode;
}): ReactNode => {
  if (data !== undefined) return children(data);
  if (!isError) return skeleton;
  return <LoadFailed title={failure} helper={whyNotLoaded(error)} onRetry={() => void refetch()} />;
};
