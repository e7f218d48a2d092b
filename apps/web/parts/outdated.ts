import { useSyncExternalStore } from 'react';
import { outdated } from '#web/ui/arrival.ts';

const lastReload = 'hearth.loaded-anew';
const atMostEvery = 60_000;

/** Whether the server has other files of the application than this page was made of. */
export const useOutdated = (): boolean => useSyncExternalStore(outdated.subscribe, outdated.is);

/** Whether something on the page would ask before it is left. */
export const isAnythingUnsaved = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Loads the page again, unless something unsaved stands on it or it was loaded in vain just now. */
export const loadAnew = (): void => {
  if (isAnythingUnsaved()) return;
  if (Date.now() - Number(sessionStorage.getItem(lastReload)) < atMostEvery) return;
  sessionStorage.setItem(lastReload, String(Date.now()));
  location.reload();
};
