import { IconFilter, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { useMay } from '#web/access/account.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ChoiceChip } from '#web/ui/choice-chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import { ListPane } from '#web/ui/list-pane.tsx';
import type { ListItem } from '#web/ui/list-row.tsx';
import { usePanels } from '#web/ui/master-detail.tsx';
import { useSingleKeys } from '#web/ui/single-keys.tsx';
import type { Sort } from '#web/ui/sort.ts';
import hidden from '#web/ui/visually-hidden.module.css';
import { Beside } from './beside.tsx';
import { useHistoryState } from './history-state.ts';
import css from './master-detail.module.css';
import type { ListResource, StoredRecord } from './resource.ts';
import { usePages } from './use-pages.ts';

export type MasterDetailProps<T extends StoredRecord, L extends { id: number }> = {
  of: ListResource<T, L>;
  /** What helps somebody whose list is empty. */
  hint?: string;
  searchHint?: string;
  /** Filters that are on or off; they stand in the address. `asks` is what the server is asked, else the key's `true`. */
  filters?: { key: string; label: string; asks?: object }[];
  /** Filters of which one of several values is on; they stand in the address too. */
  choices?: {
    key: string;
    label: string;
    options: { value: string; label: string }[];
    /** It narrows the list by a parameter of its own, beside the filters. */
    beside?: boolean;
  }[];
  /** Orders to choose from, the usual one first; the choice stands in the address. */
  sorts?: { key: string; label: string; sort: Sort[] }[];
  /** An open record takes the room of the list, which folds to a strip. */
  folds?: boolean;
  /** IconButtons beside "Add": what else can be done with the list. */
  tools?: ReactNode;
  item: (row: L) => Omit<ListItem, 'id' | 'to' | 'current'>;
};

/**
 * The shared layout of a resource: its list on the left, and the route's detail or form beside it. For those who may
 * read some of it; others are told that they may not.
 */
export const MasterDetail = <T extends StoredRecord, L extends { id: number }>(props: MasterDetailProps<T, L>) =>
  useMay()(props.of.routes.page) ? <Panes {...props} /> : <Navigate to="/organization/permissiondenied" replace />;

const Panes = <T extends StoredRecord, L extends { id: number }>(props: MasterDetailProps<T, L>) => {
  const { of, filters = [], choices = [], sorts = [], item } = props;
  const { at: root, title, many: resource, one, icon } = of;
  const { page, create } = of.routes;
  const hasKeys = useSingleKeys();
  const may = useMay();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isRoot = pathname.replace(/\/$/, '') === root;
  const panels = usePanels(props.folds === true && !isRoot);
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useHistoryState('search', '');
  const on = filters.filter(({ key }) => params.get(key) === '1');
  const chosen = choices.flatMap(({ key, label, options, beside = false }) => {
    const option = options.find(({ value }) => value === params.get(key));
    return option ? [{ key, value: option.value, label: `${label} ${option.label}`, beside }] : [];
  });
  const sorted = sorts.find(({ key }) => params.get('sort') === key) ?? sorts[0];
  const asked: object = Object.assign(
    {},
    ...on.map(({ key, asks }) => asks ?? { [key]: true }),
    ...chosen.filter(({ beside }) => !beside).map(({ key, value }) => ({ [key]: value })),
  );
  const beside = Object.fromEntries(chosen.filter((one) => one.beside).map(({ key, value }) => [key, value]));
  const openId = Number(pathname.slice(root.length + 1).split('/')[0]);
  const [reached, setReached] = useHistoryState('pages', '1');
  const [top, setTop] = useHistoryState('top', '0');
  const list = usePages<L>(
    page,
    { query, filters: asked, sort: sorted?.sort, beside },
    { openId, reached: Number(reached), onReached: (pages) => setReached(String(pages)) },
  );
  const isFiltered = query !== '' || on.length > 0 || chosen.length > 0;
  const isWhole = list.status === 'ready' && !list.refreshing && !list.more;
  const similar = useSimilar(of, { query, filters: asked, isWanted: isWhole && Object.keys(beside).length === 0 });
  const pinned = useOpen(
    of,
    openId,
    list.status === 'ready' && !isFiltered && !list.rows.some((row) => row?.id === openId),
  );
  const canAdd = create !== undefined && may(create);
  useTitle(isRoot ? title : undefined);

  const putInAddress = (key: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(key);
        else next.set(key, value);
        return next;
      },
      { replace: true },
    );
  const step = (by: number) => {
    const index = list.rows.findIndex((row) => row?.id === openId);
    const next = list.rows[index < 0 ? 0 : index + by];
    if (next) navigate(`${root}/${next.id}${search}`);
  };
  useShortcut({ keys: '/', label: `Search ${resource}`, where: 'list' }, () =>
    document.querySelector<HTMLElement>('input[type="search"]')?.focus(),
  );
  useShortcut({ keys: 'J', label: `Next ${one}`, where: 'list' }, () => step(1));
  useShortcut({ keys: 'K', label: `Previous ${one}`, where: 'list' }, () => step(-1));
  useShortcut({ keys: 'N', label: `Add ${one}`, where: 'list' }, () => canAdd && navigate(`${root}/new`));
  useShortcut({ keys: '[', label: 'Collapse or expand the list', where: 'list' }, panels.toggleList);
  useShortcut({ keys: ']', label: 'Collapse or expand the side panel', where: 'list' }, panels.toggleSide);

  const add = (size?: 'small') =>
    canAdd && (
      <ButtonLink to={`${root}/new`} icon={IconPlus} {...(size ? { size } : { tone: 'filled' })}>
        {/* Two words do not fit beside the title of the list. */}
        <span>
          Add <span className={size && one.includes(' ') ? hidden.text : undefined}>{one}</span>
        </span>
      </ButtonLink>
    );
  const itemOf = (row: L): ListItem => ({
    ...item(row),
    id: row.id,
    to: `${root}/${row.id}${search}`,
    current: row.id === openId,
  });
  const empty =
    similar.length > 0 ? (
      <p className={css.nothing}>No {title} Matched Your Filters</p>
    ) : isFiltered ? (
      <EmptyState
        icon={IconFilter}
        title={`No ${title} Matched Your Filters`}
        helper={
          query
            ? 'Check the spelling, or clear the search and filters.'
            : `On: ${[...on, ...chosen].map(({ label }) => label).join(', ')}.`
        }
        action={
          <Button
            onClick={() => {
              setQuery('');
              setParams({}, { replace: true });
            }}
          >
            Clear filters
          </Button>
        }
      />
    ) : (
      <EmptyState icon={icon} title={`No ${title} Present`} helper={props.hint} action={add()} />
    );

  return (
    <Beside
      panels={panels}
      isRoot={isRoot}
      list={
        <ListPane
          title={title}
          heading={isRoot ? 'h1' : 'h2'}
          resource={resource}
          one={one}
          action={
            <>
              {props.tools}
              {add('small')}
            </>
          }
          search={{ value: query, onSearch: setQuery, ...(props.searchHint ? { placeholder: props.searchHint } : {}) }}
          filters={
            (filters.length > 0 || choices.length > 0 || sorted) && (
              <>
                {filters.map(({ key, label }) => (
                  <FilterChip
                    key={key}
                    pressed={params.get(key) === '1'}
                    onClick={() => putInAddress(key, params.get(key) === '1' ? null : '1')}
                  >
                    {label}
                  </FilterChip>
                ))}
                {choices.map(({ key, label, options }) => (
                  <ChoiceChip
                    key={key}
                    label={label}
                    options={[{ value: '', label: 'All' }, ...options]}
                    chosen={chosen.find((one) => one.key === key)?.value ?? ''}
                    onChoose={(value) => putInAddress(key, value)}
                  />
                ))}
                {sorted && (
                  <ChoiceChip
                    label="Sort"
                    options={sorts.map(({ key, label }) => ({ value: key, label }))}
                    chosen={sorted.key}
                    onChoose={(key) => putInAddress('sort', key)}
                  />
                )}
              </>
            )
          }
          status={list.status}
          refreshing={list.refreshing}
          items={list.rows.map((row) => row && itemOf(row))}
          itemsKey={list.key}
          onView={list.onView}
          top={Number(top)}
          onTop={(px) => setTop(String(px))}
          similar={similar.map(itemOf)}
          pinned={pinned && itemOf(pinned)}
          moveBy={hasKeys ? ['J', 'K'] : undefined}
          total={list.total}
          empty={empty}
          failure="Could not load records."
          why={whyNotLoaded(list.error)}
          onRetry={list.onRetry}
          more={list.more}
          loadingMore={list.loadingMore}
          onEnd={list.onEnd}
        />
      }
    />
  );
};

/** What is like a search, once all that it finds is there. */
const useSimilar = <T extends StoredRecord, L>(
  { routes: { similar, page } }: ListResource<T, L>,
  { query, filters, isWanted }: { query: string; filters: object; isWanted: boolean },
): L[] => {
  const sent = { query: { query, ...(Object.keys(filters).length ? { filters: JSON.stringify(filters) } : {}) } };
  const { data } = useRouteQuery<RouteSpec>(similar ?? page, sent as RequestInput<RouteSpec>, {
    enabled: similar !== undefined && isWanted && query.trim().length > 2,
  });
  return (isWanted && (data as { data: L[] } | undefined)?.data) || [];
};

/** The open record, as soon as its own screen has loaded it; a record holds all that a row of its list does. */
const useOpen = <T extends StoredRecord, L>(
  { routes: { show } }: ListResource<T, L>,
  id: number,
  isWanted: boolean,
) => {
  const { data } = useRouteQuery<RouteSpec>(show, { params: { id } } as RequestInput<RouteSpec>, { enabled: false });
  return isWanted ? (data as unknown as L | undefined) : undefined;
};
