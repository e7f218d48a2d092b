import { useEffect } from 'react';

/** The title of the page: the screen, then the product. One a screen; without parts it leaves the title alone. */
export const useTitle = (...parts: (string | undefined | null)[]): void => {
  const screen = parts.filter(Boolean).join(' – ');
  useEffect(() => {
    if (screen) document.title = `${screen} – Hearth`;
  }, [screen]);
};
