import { useRef } from 'react';
import { Button } from './button.tsx';
import { useEndOfScroll } from './use-end-of-scroll.ts';

type Pages = { status: string; rows: unknown[]; total: number; more: boolean; loadingMore: boolean; onEnd: () => void };

/** The end of a table that comes page by page: the next one comes as it nears, and by a button. */
export const LoadMore = (list: Pages) => {
  const end = useRef<HTMLDivElement>(null);
  useEndOfScroll(() => end.current?.parentElement, list, list.status === 'ready');
  return (
    <div ref={end} data-print="hide">
      {list.more && (
        <Button size="small" tone="subtle" busy={list.loadingMore} onClick={list.onEnd}>
          {`Load more, ${list.rows.length} of ${list.total} loaded`}
        </Button>
      )}
    </div>
  );
};
