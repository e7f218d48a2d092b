/** Why something did not come: no network, nobody who answers, or it is not there any more. */
export type Absence = 'offline' | 'unreachable' | 'gone';

/** A file of the application that did not come. */
export class NotArrived extends Error {
  readonly why: Absence;

  constructor(address: string, why: Absence) {
    super(`${address} is ${why}`);
    this.why = why;
  }
}

/** Whether the browser knows of a network at all; that there is one does not mean that the server answers. */
export const isOffline = (): boolean => !navigator.onLine;

/** What a failed fetch tells of the network. */
export const absenceNow = (): Absence => (isOffline() ? 'offline' : 'unreachable');

let isOutdated = false;
const listeners = new Set<() => void>();

/** Whether files that belong to this page are gone: the server has a newer application. */
export const outdated = {
  is: (): boolean => isOutdated,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
const tellOutdated = () => {
  isOutdated = true;
  for (const listener of listeners) listener();
};

const here = new Map<string, Promise<void>>();
const failed = new Set<string>();

const fetchWhole = async (address: string): Promise<void> => {
  try {
    // A wrong answer may have been kept: the second attempt passes it by.
    const response = await fetch(address, failed.has(address) ? { cache: 'reload' } : {});
    const isOfApplication = /javascript|css/.test(response.headers.get('content-type') ?? '');
    if (response.ok && isOfApplication) await response.arrayBuffer();
    // What is not there any more is answered as such, or, by some proxies, with a page.
    else throw new NotArrived(address, response.ok || [404, 410].includes(response.status) ? 'gone' : 'unreachable');
  } catch (error) {
    const absence = error instanceof NotArrived ? error : new NotArrived(address, absenceNow());
    // Once may be one server of several that is not up to date itself.
    if (absence.why === 'gone' && failed.has(address)) tellOutdated();
    failed.add(address);
    throw absence;
  }
};

const addStyles = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new NotArrived(href, absenceNow()));
    };
    link.href = href;
    document.head.append(link);
  });

const arrival = (address: string): Promise<void> => {
  const known = here.get(address);
  if (known) return known;
  const isOfPage = document.querySelector(`:is(link[href="${address}"], script[src="${address}"])`) !== null;
  const coming = isOfPage
    ? Promise.resolve()
    : fetchWhole(address).then(() => (address.endsWith('.css') ? addStyles(address) : undefined));
  here.set(address, coming);
  coming.catch(() => here.delete(address));
  return coming;
};

/**
 * Stands around every import() of the build. All files are fetched whole before the first is imported, and found in the
 * browser's cache then: most browsers never again ask for a module that failed once, so that none may fail there.
 * Calling it again tries again. Throws NotArrived.
 * @param files their names, without the slash in front
 */
export const whenHere = async <T>(load: () => Promise<T>, files: string[] = []): Promise<T> => {
  await Promise.all(files.map((file) => arrival(`/${file}`)));
  return load();
};
