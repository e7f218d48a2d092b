import { useSyncExternalStore } from 'react';
import { Switch } from './checkbox.tsx';

const key = 'hearth.single-keys';
const listeners = new Set<() => void>();

/**
 * Whether keys that are pressed alone do something. Who speaks to their machine, or presses keys by mistake, turns them
 * off; this browser remembers it.
 */
export const singleKeys = {
  areOn: (): boolean => localStorage.getItem(key) !== 'off',
  turn: (isOn: boolean): void => {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
    for (const listener of listeners) listener();
  },
};

/** The same for what shows it. */
export const useSingleKeys = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, singleKeys.areOn);

/** The switch that turns them off and on. */
export const SingleKeys = () => (
  <Switch
    label="Single-key shortcuts"
    note="Turn these off if speech input or stray keys trigger them"
    checked={useSingleKeys()}
    onChange={singleKeys.turn}
  />
);
