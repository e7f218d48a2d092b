import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RouteSpec, Sent } from '#contract/kit/route.ts';
import { useSearch } from '#web/kit/use-search.ts';
import type { IconType } from '#web/ui/icon.tsx';
import { Palette as Window } from '#web/ui/palette.tsx';

export type Places = {
  screens: { to: string; label: string; icon: IconType }[];
  additions: { to: string; label: string }[];
  /** Records that are searched on the server. */
  records: {
    /** Whether the person may list them. */
    isSearched: boolean;
    title: string;
    icon: IconType;
    page: RouteSpec;
    item: (row: never) => { to: string; label: string; description: string };
  };
};

const useFound = ({ page, item, isSearched }: Places['records'], text: string) => {
  const isWanted = isSearched && text.length > 1;
  const { data, isSearching } = useSearch(page, {
    text,
    sent: (typed) => ({ params: { page: 1 }, query: { ...typed, page_size: '8' } }) as unknown as Sent<RouteSpec>,
    isWanted,
  });
  const found = data as unknown as { data: never[] } | undefined;
  return isWanted && !isSearching ? (found?.data.map(item) ?? []) : [];
};

/** Goes to a screen, begins a new record, or opens one: only what the person at the keyboard may open. */
export const Palette = ({ screens, additions, records, onClose }: Places & { onClose: () => void }) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const typed = text.trim();
  const found = useFound(records, typed);
  const matching = <T extends { label: string }>(all: T[]) =>
    all.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  const groups = [
    {
      label: records.title,
      entries: found.map((one) => ({ ...one, icon: records.icon })),
    },
    { label: 'Go to', entries: matching(screens) },
    { label: 'Create', entries: matching(additions).map((one) => ({ ...one, icon: IconPlus })) },
  ].filter(({ entries }) => entries.length > 0);
  return (
    <Window
      label="Search or jump to"
      query={text}
      onQuery={setText}
      groups={groups.map(({ label, entries }) => ({ label, entries: entries.map((one) => ({ ...one, key: one.to })) }))}
      nothing="No records were found"
      onChoose={({ to }) => {
        onClose();
        navigate(to);
      }}
      onClose={onClose}
    />
  );
};
