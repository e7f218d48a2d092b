import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from './button.tsx';
import { LoadFailed } from './empty-state.tsx';
import css from './list-pane.module.css';
import { type ListItem, ListRow } from './list-row.tsx';
import { SearchBox } from './search-box.tsx';
import { ListSkeleton, SkeletonBlock } from './skeleton.tsx';
import { toast } from './toast.tsx';
import { useEndOfScroll } from './use-end-of-scroll.ts';
import { useListWindow } from './use-list-window.ts';
import { useScrollPlace } from './use-scroll-place.ts';

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
  /** As far as somebody has come; a hole stands for one that is not loaded. */
  items: (ListItem | undefined)[];
  /** Changes when the items are those of another search: the list begins at its top again. */
  itemsKey?: string;
  /** Which of the items are drawn, from one to before another. */
  onView?: (view: readonly [from: number, to: number]) => void;
  /** How far it is scrolled to begin with, in pixels; `onTop` tells where it came to rest. */
  top?: number;
  onTop?: (top: number) => void;
  /** How many there are in all; `items` may be the first pages only. */
  total?: number;
  /** A second group under the first, for near matches. */
  similar?: ListItem[];
  /** The open record, where `items` does not hold it; its state stands beside it already. */
  pinned?: ListItem | undefined;
  /** What moves to the next and the previous item. */
  moveBy?: [string, string] | undefined;
  /** An EmptyState. */
  empty: ReactNode;
  failure?: string;
  /** Under it: what the server said. */
  why?: string | undefined;
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
    similar = [],
    total = items.length,
  } = props;
  const pane = useRef<HTMLElement>(null);
  const { leadOn, forget } = useLeadOn(pane, props);
  return (
    <section
      className={css.pane}
      aria-label={title}
      aria-busy={status === 'loading' || props.refreshing || undefined}
      ref={pane}
    >
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
            onSearch={(query) => {
              forget(query);
              search.onSearch(query);
            }}
            onLeadOn={leadOn}
            onEscape={(text) => toast.undo('Search cleared', () => search.onSearch(text))}
          />
        )}
        {props.filters && <div className={css.filters}>{props.filters}</div>}
        <p className={css.count}>
          {status === 'ready' ? `${total.toLocaleString('en-US')} ${total === 1 ? one : resource}` : '\u00A0'}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the links within */}
      <div className={css.rows} onKeyDown={(event) => stepAmong(pane.current, event)}>
        {props.pinned && (
          <div className={css.pinned}>
            <p className={css.group}>Open</p>
            <ListRow item={{ ...props.pinned, badges: undefined }} />
          </div>
        )}
        <Rows {...props} />
      </div>
      <div className={css.foot}>
        <p role="status">
          {status === 'ready' && items.length + similar.length > 0 && loadedText(items.length, total, similar.length)}
        </p>
        {props.moveBy && status === 'ready' && items.length > 0 && (
          <p className={css.keys}>
            <kbd>{props.moveBy[0]}</kbd> <kbd>{props.moveBy[1]}</kbd> to move
          </p>
        )}
      </div>
    </section>
  );
}

function loadedText(loaded: number, total: number, similar: number) {
  const near = similar > 0 ? `${similar} similar` : null;
  if (loaded === 0) return near;
  const all =
    loaded >= total
      ? `All ${loaded.toLocaleString('en-US')} loaded`
      : `${loaded.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} loaded`;
  return [all, near].filter(Boolean).join(', ');
}

const linksIn = (pane: HTMLElement | null) => [...(pane?.querySelectorAll<HTMLElement>(`a.${css.item}`) ?? [])];
const searchIn = (pane: HTMLElement | null) => pane?.querySelector<HTMLElement>('input[type="search"]');

/** The arrows go from row to row, and from the first back to the search box; so does Escape from any. */
function stepAmong(pane: HTMLElement | null, event: KeyboardEvent) {
  const links = linksIn(pane);
  const index = links.indexOf(event.target as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (index < 0 || (!step && event.key !== 'Escape')) return;
  const next = step ? (links[index + step] ?? (step < 0 ? searchIn(pane) : null)) : searchIn(pane);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * Leads from the search box to what was found, as soon as it is there: Enter opens the first row, the arrow down goes to
 * it. Near matches are gone to and never opened, because the first of them may be somebody else.
 */
function useLeadOn(
  pane: { current: HTMLElement | null },
  { search, status, refreshing, items, similar = [] }: ListPaneProps,
) {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<{ query: string; by: 'Enter' | 'ArrowDown' } | null>(null);
  const isThere = wanted !== null && search?.value === wanted.query && status === 'ready' && !refreshing;
  const first = items[0]?.to;
  const isFound = first !== undefined || similar.length > 0;
  useEffect(() => {
    if (!isThere || (!isFound && wanted.by === 'ArrowDown')) return;
    setWanted(null);
    // Who has gone elsewhere meanwhile is left there.
    if (!isFound || document.activeElement !== searchIn(pane.current)) return;
    linksIn(pane.current)
      .find((link) => link.closest('ul'))
      ?.focus();
    if (first !== undefined && wanted.by === 'Enter') navigate(first);
  }, [isThere, isFound, first, wanted, pane, navigate]);
  return {
    leadOn: (query: string, by: 'Enter' | 'ArrowDown') => {
      if (by === 'ArrowDown' || query.trim()) setWanted({ query, by });
    },
    /** What is typed afterwards means something else. */
    forget: (query: string) => {
      if (wanted && wanted.query !== query) setWanted(null);
    },
  };
}

function Rows({ resource, status, refreshing, items, similar, empty, failure, why, search, ...props }: ListPaneProps) {
  const { more, loadingMore, onEnd, onRetry, pinned, itemsKey, onView, top = 0, onTop } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useListWindow(scroller, items.length);
  const reachEnd = useEndOfScroll(() => scroller.current, { more, loadingMore, onEnd });
  const current = items.findIndex((item) => item?.current);
  const isReady = status === 'ready' && items.length > 0;

  useEffect(() => onView?.([shown.start, shown.end]), [onView, shown.start, shown.end]);

  useScrollPlace(scroller, { isReady, key: itemsKey, top, onTop });

  // A short first page in a tall window leaves nothing to scroll, and so nothing that would ask for the second.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an effect event
  useEffect(() => {
    if (status === 'ready' && items.length > 0) reachEnd();
  }, [status, items.length]);

  // Whatever opened a record, its row comes into view, once: where it is when more rows come is the reader's own.
  const shownId = useRef<ListItem['id']>(undefined);
  const openId = items[current]?.id ?? pinned?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another record opens
  useEffect(() => {
    const element = scroller.current;
    if (!element || openId === undefined || openId === shownId.current) return;
    shownId.current = openId;
    if (current < 0) return;
    const [top, bottom] = [current * shown.row, (current + 1) * shown.row];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    if (element.contains(document.activeElement))
      element.querySelector<HTMLElement>('a[aria-current]')?.focus({ preventScroll: true });
  }, [openId]);

  return (
    <div className={css.items} ref={scroller} data-refreshing={refreshing || undefined}>
      {status === 'loading' && <ListSkeleton label={`Loading ${resource}`} />}
      {status === 'failed' && <LoadFailed title={failure} helper={why} onRetry={onRetry} />}
      {status === 'ready' && items.length === 0 && empty}
      {status === 'ready' && items.length > 0 && (
        <ul style={{ paddingBlock: `${shown.above}px ${shown.below}px` }}>
          {Array.from(items.slice(shown.start, shown.end), (item, index) => (
            <li
              key={item?.id ?? `at ${shown.start + index}`}
              data-row
              aria-setsize={items.length}
              aria-posinset={shown.start + index + 1}
            >
              {item ? <ListRow item={item} query={search?.value} /> : <Waiting />}
            </li>
          ))}
        </ul>
      )}
      {similar && similar.length > 0 && (
        <>
          <p className={css.group}>Similar</p>
          <ul aria-label="Similar">
            {similar.map((item) => (
              <li key={item.id}>
                <ListRow item={item} />
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

/** In the place of a row that is not loaded. */
const Waiting = () => (
  <div className={css.item} aria-busy>
    <SkeletonBlock width={150} height={13} />
  </div>
);
