import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

type Place = {
  /** Whether what is scrolled is there. */
  isReady: boolean;
  /** Changes when something else stands there, which begins at its top. */
  key: string | undefined;
  /** How far it is scrolled to begin with, in pixels. */
  top?: number | undefined;
  /** Told where it came to rest. */
  onTop?: ((top: number) => void) | undefined;
};

/** Comes back to where a box was scrolled to, and tells where it is. */
export function useScrollPlace(scroller: RefObject<HTMLElement | null>, { isReady, key, top = 0, onTop }: Place): void {
  const isPlaced = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each key
  useLayoutEffect(() => {
    if (!isReady || !scroller.current) return;
    scroller.current.scrollTop = isPlaced.current ? 0 : top;
    isPlaced.current = true;
  }, [isReady, key]);
  const tell = useEffectEvent(() => {
    if (isReady) onTop?.(Math.round(scroller.current?.scrollTop ?? 0));
  });
  useEffect(() => {
    const element = scroller.current;
    let rest: ReturnType<typeof setTimeout>;
    const onScroll = () => {
      clearTimeout(rest);
      rest = setTimeout(tell, 250);
    };
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(rest);
      element?.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
}
