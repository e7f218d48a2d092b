import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Action } from '#web/ui/action-menu.tsx';

type ScreenActions = { title: string; actions: readonly Action[]; onceTyped?: boolean };

/** In the order in which they came onto the screen. */
const onScreen = new Set<{ current: ScreenActions }>();

/**
 * Offers actions in the palette while this is on the screen. `title` names the record, or what the actions add to it.
 * @param onceTyped they are too many to list before something is typed
 */
export const useOffered = (title: string, actions: readonly Action[], onceTyped = false): void => {
  const offered = useRef<ScreenActions>({ title, actions, onceTyped });
  useLayoutEffect(() => {
    offered.current = { title, actions, onceTyped };
  });
  useEffect(() => {
    onScreen.add(offered);
    return () => {
      onScreen.delete(offered);
    };
  }, []);
};

/** What is offered now. */
export const offeredNow = (): ScreenActions[] => [...onScreen].map(({ current }) => current);
