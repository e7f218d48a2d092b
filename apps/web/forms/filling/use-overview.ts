import { useMemo, useSyncExternalStore } from 'react';
import type { Filling } from './filling.ts';
import type { Overview } from './state.ts';

/** A part of what the screen says of the form as a whole; it is drawn again when that part changes. */
export const useOverview = <P>(filling: Filling, part: (overview: Overview) => P): P => {
  const subscribe = useMemo(() => filling.subscribe('overview'), [filling]);
  return useSyncExternalStore(subscribe, () => part(filling.overview()));
};
