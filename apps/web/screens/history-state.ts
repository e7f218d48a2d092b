import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Text that outlasts a reload and comes back with Back, and yet stands in no address: it is kept with the entry of the
 * browser's history.
 * @param key names it among the others of the same screen
 */
export const useHistoryState = (key: string, initial: string) => {
  const location = useLocation();
  const [text, setText] = useState(() => {
    const kept: unknown = location.state?.[key];
    return typeof kept === 'string' ? kept : initial;
  });
  // Past the router: nothing on the screen depends on it. Each entry is written, because one may reload on any.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry
  useEffect(() => {
    const { state } = window.history;
    if ((state?.usr?.[key] ?? initial) !== text)
      window.history.replaceState({ ...state, usr: { ...state?.usr, [key]: text } }, '');
  }, [key, initial, text, location.key]);
  return [text, setText] as const;
};
