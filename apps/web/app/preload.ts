import { matchRoutes, type RouteObject } from 'react-router';
import type { Preloadable } from '#web/screens/screens-of.tsx';
import { isOffline } from '#web/ui/arrival.ts';

/** The first load and what the screen asks for come before what may be wanted next. In milliseconds. */
export const restBefore = 2000;

const partOf = ({ Component, handle }: RouteObject): Preloadable[] => [
  ...(Component && 'preload' in Component ? [Component as unknown as Preloadable] : []),
  ...((handle as { parts?: Preloadable[] } | undefined)?.parts ?? []),
];

/** The parts that an address shows, the outermost first. */
export const partsAt = (routes: RouteObject[], pathname: string): Preloadable[] =>
  (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => partOf(route));

/** The parts of all addresses that begin with a path, whatever stands for their parameters. */
export const partsUnder = (routes: RouteObject[], path: string, above = ''): Preloadable[] =>
  routes.flatMap((route) => {
    const own = route.path ? `${above}/${route.path}` : above;
    const isUnder = `${own}/`.startsWith(`${path}/`);
    return [...(isUnder ? partOf(route) : []), ...partsUnder(route.children ?? [], path, own)];
  });

/** "/organization/clients" of any address of people: their list, and all that is done with one of them. */
const areaOf = (pathname: string): string => pathname.split('/', 3).join('/');

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: restBefore });
    else setTimeout(resolve, 50);
  });

const isSparing = () => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

/**
 * Loads code before it is asked for: that of an address whose link is pointed at or focused, and at rest one by one
 * `always` and what is done in the same area.
 * @returns to be told of each address that is gone to
 */
export const preloadAhead = (routes: RouteObject[], always: Preloadable[]): ((pathname: string) => void) => {
  const preloadAt = (pathname: string) => {
    for (const { preload } of partsAt(routes, pathname)) void preload();
  };
  let pointed: string | null = null;
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.pathname === pointed) return;
    pointed = link.pathname;
    preloadAt(pointed);
  };
  for (const type of ['pointerover', 'focusin']) addEventListener(type, point, { passive: true });

  let resting: ReturnType<typeof setTimeout> | undefined;
  const atRest = async (area: string) => {
    for (const { preload } of [...always, ...partsUnder(routes, area)]) {
      if (isOffline() || isSparing()) return;
      await idle();
      await preload();
    }
  };
  return (pathname) => {
    preloadAt(pathname);
    clearTimeout(resting);
    // Nobody has signed in on the others yet.
    if (/^\/(organization|admin|myorg)\b/.test(pathname))
      resting = setTimeout(() => void atRest(areaOf(pathname)), restBefore);
  };
};
