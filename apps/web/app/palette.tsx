import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RouteSpec, Sent } from '#contract/kit/route.ts';
import { call } from '#web/kit/api.ts';
import type { IconType } from '#web/ui/icon.tsx';
import { Palette as Window } from '#web/ui/palette.tsx';

export type Places = {
  screens: { to: string; label: string; icon: IconType }[];
  additions: { to: string; label: string }[];
  /** Records that are searched on the server, for who may list them. */
  records?: {
    title: string;
    icon: IconType;
    page: RouteSpec;
    item: (row: never) => { to: string; label: string; description: string };
  };
};

const useFound = (records: Places['records'], query: string) => {
  const { data } = useQuery({
    queryKey: ['palette', records?.page.path, query],
    queryFn: ({ signal }) =>
      call(
        records?.page as RouteSpec,
        { params: { page: 1 }, query: { query, page_size: '8' } } as unknown as Sent<RouteSpec>,
        { signal },
      ) as unknown as Promise<{ data: never[] }>,
    enabled: query.length > 1 && records !== undefined,
  });
  return records && data ? data.data.map(records.item) : [];
};

/** Goes to a screen, begins a new record, or opens one: only what the person at the keyboard may open. */
export const Palette = ({ screens, additions, records, onClose }: Places & { onClose: () => void }) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const typed = text.trim();
  const [query] = useDebouncedValue(typed, 250);
  const answered = useFound(records, query);
  const matching = <T extends { label: string }>(all: T[]) =>
    all.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  const groups = [
    {
      label: records?.title ?? '',
      entries: query === typed ? answered.map((one) => ({ ...one, icon: records?.icon ?? IconSearch })) : [],
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
      nothing="Nothing found"
      onChoose={({ to }) => {
        onClose();
        navigate(to);
      }}
      onClose={onClose}
    />
  );
};
