import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Action } from '#web/ui/action-menu.tsx';

type Offered = { title: string; actions: readonly Action[] };

/** In the order in which they came onto the screen. */
const onScreen = new Set<{ current: Offered }>();

/** Offers in the palette what can be done with the open record, while this is on the screen. `title` names the record. */
export const useOffered = (title: string, actions: readonly Action[]): void => {
  const offered = useRef({ title, actions });
  useLayoutEffect(() => {
    offered.current = { title, actions };
  });
  useEffect(() => {
    onScreen.add(offered);
    return () => {
      onScreen.delete(offered);
    };
  }, []);
};

/** What is offered now. */
export const offeredNow = (): Offered[] => [...onScreen].map(({ current }) => current);
