import { getHotkeyHandler } from '@mantine/hooks';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { singleKeys } from '#web/ui/single-keys.tsx';

export type Shortcut = {
  keys: string;
  label: string;
  /** Where it does something, when that is more than the screen that is open. */
  where?: 'list' | 'everywhere';
};

let registered: Shortcut[] = [];
const listeners = new Set<() => void>();
const update = (next: Shortcut[]) => {
  registered = next;
  for (const listener of listeners) listener();
};

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isInDialog = () => document.querySelector('[role=dialog],[role=alertdialog]') !== null;

/**
 * A key that does something while this is on the screen. Single keys do nothing while somebody types, a dialog is open,
 * or they are turned off. Every shortcut stands on the sheet that `?` opens.
 * @param keys as Mantine writes them: "mod+K", "/", "J"
 * @param isMeant whether this key press is meant; where it is not, the browser does what it always does
 */
export const useShortcut = (
  { keys, label, where, isMeant = () => true }: Shortcut & { isMeant?: (event: KeyboardEvent) => boolean },
  action: () => void,
): void => {
  const run = useEffectEvent(action);
  const applies = useEffectEvent(isMeant);
  useEffect(() => {
    const shortcut = { keys, label, ...(where ? { where } : {}) };
    const isSingle = !keys.includes('+');
    const listen = (event: KeyboardEvent) => {
      const isBusy = isTyping(event) || isInDialog() || event.ctrlKey || event.metaKey || event.altKey;
      if (isSingle && (isBusy || !singleKeys.areOn())) return;
      if (!applies(event)) return;
      // Mantine's own parser cannot name these two keys, which stand on different keys of different keyboards.
      if (keys === '/' || keys === '?') {
        if (event.key !== keys) return;
        event.preventDefault();
        run();
      } else getHotkeyHandler([[keys, () => run()]])(event);
    };
    update([...registered, shortcut]);
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
      update(registered.filter((one) => one !== shortcut));
    };
  }, [keys, label, where]);
};

/** The shortcuts of the present screen. */
export const useShortcuts = (): Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => registered,
  );
