import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from './button.tsx';
import { LoadFailed } from './empty-state.tsx';
import { isFigures } from './figures.ts';
import { Highlight } from './highlight.tsx';
import css from './list-pane.module.css';
import { SearchBox } from './search-box.tsx';
import { ListSkeleton } from './skeleton.tsx';
import { useEndOfScroll } from './use-end-of-scroll.ts';
import { useListWindow } from './use-list-window.ts';

export type ListItem = {
  id: number | string;
  to: string;
  title: string;
  /** The second line: one fact that decides. */
  fact?: string;
  /** StatusBadges. */
  badges?: ReactNode;
  current?: boolean;
};

export type ListPaneProps = {
  /** The heading, and the name of the region: the entry of the navigation. */
  title: string;
  heading?: 'h1' | 'h2';
  /** Plural, in lower case: "people". Names the search box, the count and the loading text. */
  resource: string;
  /** The singular, for a count of one: "person". */
  one?: string;
  /** Usually a ButtonLink "Add person", small. */
  action?: ReactNode;
  search?: { value: string; onSearch: (query: string) => void; placeholder?: string };
  /** FilterChips. */
  filters?: ReactNode;
  status: 'loading' | 'ready' | 'failed';
  /** Old rows stay, dimmed, while newer ones are on their way. */
  refreshing?: boolean;
  items: ListItem[];
  /** How many there are in all; `items` may be the first pages only. */
  total?: number;
  /** A second group under the first, for near matches. */
  similar?: ListItem[];
  /** An EmptyState. */
  empty: ReactNode;
  failure?: string;
  onRetry?: () => void;
  /** There is another page: `onEnd` asks for it, near the end of the scroll or by "Load more". */
  more?: boolean;
  loadingMore?: boolean;
  onEnd?: () => void;
};

/** The list of a master-detail screen: heading, search, filters, rows, and how many of them are loaded. */
export function ListPane(props: ListPaneProps) {
  const {
    title,
    heading: Heading = 'h2',
    resource,
    one = resource,
    search,
    status,
    items,
    total = items.length,
  } = props;
  return (
    <section className={css.pane} aria-label={title} aria-busy={status === 'loading' || props.refreshing || undefined}>
      <div className={css.head}>
        <div className={css.title}>
          <Heading>{title}</Heading>
          {props.action}
        </div>
        {search && (
          <SearchBox
            label={`Search ${resource}`}
            placeholder={search.placeholder ?? 'Search by name'}
            value={search.value}
            onSearch={search.onSearch}
          />
        )}
        {props.filters && <div className={css.filters}>{props.filters}</div>}
        <p className={css.count}>
          {status === 'ready' ? `${total.toLocaleString('en-US')} ${total === 1 ? one : resource}` : '\u00A0'}
        </p>
      </div>
      <Rows {...props} />
      <p className={css.foot} role="status">
        {status === 'ready' && items.length > 0 && loadedText(items.length, total)}
      </p>
    </section>
  );
}

function loadedText(loaded: number, total: number) {
  if (loaded >= total) return `All ${loaded.toLocaleString('en-US')} loaded`;
  return `${loaded.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} loaded`;
}

function Rows({ resource, status, refreshing, items, similar, empty, failure, search, ...props }: ListPaneProps) {
  const { more, loadingMore, onEnd, onRetry } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useListWindow(scroller, items.length);
  const reachEnd = useEndOfScroll(() => scroller.current, { more, loadingMore, onEnd });

  // A short first page in a tall window leaves nothing to scroll, and so nothing that would ask for the second.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an effect event
  useEffect(() => {
    if (status === 'ready' && items.length > 0) reachEnd();
  }, [status, items.length]);

  return (
    <div className={css.items} ref={scroller} data-refreshing={refreshing || undefined}>
      {status === 'loading' && <ListSkeleton label={`Loading ${resource}`} />}
      {status === 'failed' && <LoadFailed title={failure} onRetry={onRetry} />}
      {status === 'ready' && items.length === 0 && empty}
      {status === 'ready' && items.length > 0 && (
        <ul style={{ paddingBlock: `${shown.above}px ${shown.below}px` }}>
          {items.slice(shown.start, shown.end).map((item, index) => (
            <li key={item.id} data-row aria-setsize={items.length} aria-posinset={shown.start + index + 1}>
              <Row item={item} query={search?.value} />
            </li>
          ))}
        </ul>
      )}
      {similar && similar.length > 0 && (
        <>
          <p className={css.group}>Similar</p>
          <ul>
            {similar.map((item) => (
              <li key={item.id}>
                <Row item={item} />
              </li>
            ))}
          </ul>
        </>
      )}
      {more && (
        <div className={css.more}>
          <Button size="small" busy={loadingMore} onClick={onEnd}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}

function Row({ item, query }: { item: ListItem; query?: string }) {
  return (
    <Link className={css.item} to={item.to} aria-current={item.current ? 'true' : undefined}>
      <span className={css.name}>
        <bdi>
          <Highlight text={item.title} query={query} />
        </bdi>
      </span>
      {item.fact && (
        <span className={css.fact} data-figures={isFigures(item.fact)}>
          {item.fact}
        </span>
      )}
      {item.badges && <span className={css.badges}>{item.badges}</span>}
    </Link>
  );
}
