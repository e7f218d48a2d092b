import { useState } from 'react';

/** Which of several dialogs is open. */
export const useOpened = <Which extends string>() => {
  const [opened, setOpened] = useState<Which | null>(null);
  return { opened, open: (which: Which) => setOpened(which), close: () => setOpened(null) };
};
