import { useState } from 'react';

/**
 * State that this browser remembers under `key`. What was stored in another shape is forgotten (`accept` decides).
 * For how a screen is arranged only; never for anything about a person.
 */
export function useRemembered<T>(key: string, initial: T, accept: (stored: unknown) => stored is T) {
  const [value, setValue] = useState<T>(() => {
    const stored = localStorage.getItem(key);
    if (stored === null) return initial;
    try {
      const parsed: unknown = JSON.parse(stored);
      return accept(parsed) ? parsed : initial;
    } catch {
      return initial;
    }
  });
  const remember = (next: T) => {
    setValue(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [value, remember] as const;
}
