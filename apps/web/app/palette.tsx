import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { call } from '#web/kit/api.ts';
import { useKeyedQuery } from '#web/kit/queries.ts';
import { useShortcuts } from '#web/kit/shortcuts.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { offeredNow } from '#web/screens/offered-actions.ts';
import type { Action } from '#web/ui/action-menu.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { type PaletteEntry, Palette as Window } from '#web/ui/palette.tsx';

type PaletteLink = { to: string; label: string; description?: string };

/** Records of a kind that the person may list, searched on the server. */
export type Source = { title: string; icon: IconType; page: RouteSpec; item: (row: never) => PaletteLink };

export type Places = {
  screens: (PaletteLink & { icon: IconType })[];
  additions: PaletteLink[];
  sources: readonly Source[];
  /** Records that were open before, shown until something is typed. */
  recent?: { label: string; icon: IconType; items: PaletteLink[] };
};

type Entry = PaletteEntry & Pick<Action, 'to' | 'onClick'>;
type Group = { label: string; entries: Entry[] };

const most = 8;
const pause = 150;

type SearchSection = { title: string; entries: Entry[]; error?: unknown };

/** What one source finds; that it fails keeps nothing else from being found. */
const ask = async ({ title, icon, page, item }: Source, query: string, signal: AbortSignal): Promise<SearchSection> => {
  const sent = { params: { page: 1 }, query: { query, page_size: String(most) } } as unknown as RequestInput<RouteSpec>;
  try {
    const { data } = (await call(page, sent, { signal })) as unknown as { data: never[] };
    return { title, entries: data.map((row) => ({ ...item(row), icon, key: item(row).to })) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { title, entries: [], error };
  }
};

/** What is found while somebody types. What was typed before is given up, and its answers are not shown. */
const useFound = (sources: readonly Source[], typed: string) => {
  const [query] = useDebouncedValue(typed, pause);
  const isWanted = typed.length > 1 && sources.length > 0;
  const { data, isFetching } = useKeyedQuery(
    ['palette', query],
    ({ signal }) => Promise.all(sources.map((source) => ask(source, query, signal))),
    { enabled: isWanted && query === typed, gcTime: 0, staleTime: 0, retry: false },
  );
  const isSearching = isWanted && (isFetching || query !== typed);
  return { found: isWanted && !isSearching ? (data ?? []) : [], isSearching };
};

const failureOf = (found: readonly SearchSection[]): string | undefined => {
  const failed = found.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return undefined;
  const titles = new Intl.ListFormat('en-US').format(failed.map(({ title }) => title));
  return [`Could not search: ${titles}.`, whyNotLoaded(failed[0]!.error)].filter(Boolean).join(' ');
};

/** Finds records, screens, and what can be done with the open record: only what the person at the keyboard may. */
export const Palette = ({ screens, additions, sources, recent, onClose }: Places & { onClose: () => void }) => {
  const navigate = useNavigate();
  const shortcuts = useShortcuts();
  const [offered] = useState(offeredNow);
  const [text, setText] = useState('');
  const typed = text.trim();
  const { found, isSearching } = useFound(sources, typed);
  const words = typed.toLowerCase().split(/\s+/);
  const matching = <T extends { label: string }>(all: readonly T[]) =>
    all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  /** The key that does the same, where there is one: "Edit" is on the sheet of keys as "Edit this person". */
  const keysOf = (label: string) =>
    shortcuts.find((one) => one.label === label || one.label.startsWith(`${label} this `))?.keys;
  const withKeys = <T extends { label: string }>(entry: T) => {
    const keys = keysOf(entry.label);
    return keys ? { ...entry, keys } : entry;
  };
  const groups: Group[] = [
    ...found.map(({ title, entries }) => ({ label: title, entries })),
    ...(recent && typed === ''
      ? [{ label: recent.label, entries: recent.items.map((one) => ({ ...one, key: one.to, icon: recent.icon })) }]
      : []),
    ...offered.map(({ title, actions, onceTyped }) => ({
      label: title,
      entries: matching(onceTyped && typed === '' ? [] : actions.filter(({ disabled }) => !disabled)).map(
        ({ label, icon, to, onClick }) =>
          withKeys({
            key: `${title} ${label}`,
            label,
            icon: icon ?? IconPlus,
            ...(to ? { to } : {}),
            ...(onClick ? { onClick } : {}),
          }),
      ),
    })),
    { label: 'Go to', entries: matching(screens).map((one) => ({ ...one, key: one.to })) },
    { label: 'Create', entries: matching(additions).map((one) => withKeys({ ...one, key: one.to, icon: IconPlus })) },
  ].filter(({ entries }) => entries.length > 0);
  const failure = failureOf(found);
  return (
    <Window
      {...{ groups, ...(failure ? { failure } : {}) }}
      label="Search or jump to"
      query={text}
      onQuery={setText}
      nothing={isSearching ? 'Searching…' : failure ? '' : 'No records were found'}
      onChoose={({ to, onClick }) => {
        onClose();
        if (to) navigate(to);
        // Once this window is gone: some print the page, some open a dialog of their own.
        else if (onClick) setTimeout(onClick, 30);
      }}
      onClose={onClose}
    />
  );
};
