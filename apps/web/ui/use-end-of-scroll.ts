import { useEffect, useEffectEvent } from 'react';
import { throttle } from './throttle.ts';

/** As near to the end as this, in pixels, the next rows are loaded. */
const near = 10;

/**
 * Loads further rows when somebody scrolls to the end of a box.
 * @param scrollerOf the box, @param isThere whether it is on the screen yet
 * @returns looks at once, for rows that leave nothing to scroll; call it in effects only
 */
export function useEndOfScroll(
  scrollerOf: () => HTMLElement | null | undefined,
  { more, loadingMore, onEnd }: { more?: boolean; loadingMore?: boolean; onEnd?: () => void },
  isThere = true,
): () => void {
  const look = useEffectEvent(() => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = Number.POSITIVE_INFINITY } = scrollerOf() ?? {};
    if (clientHeight > 0 && more && !loadingMore && scrollTop + clientHeight >= scrollHeight - near) onEnd?.();
  });
  const find = useEffectEvent(scrollerOf);
  useEffect(() => {
    const scroller = isThere ? find() : null;
    if (!scroller) return;
    const onScroll = throttle(look, 250);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, [isThere]);
  return look;
}
