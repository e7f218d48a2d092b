import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RouteSpec, Sent } from '#contract/kit/route.ts';
import { call } from '#web/kit/api.ts';
import { Icon, type IconType } from '#web/ui/icon.tsx';

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
  useEffect(() => spotlight.open(), []);
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
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      size={600}
      aria-label="Search or jump to"
    >
      <Spotlight.Search
        placeholder="Search or jump to"
        aria-label="Search or jump to"
        leftSection={<Icon of={IconSearch} />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map(({ to, icon, ...entry }) => (
              <Spotlight.Action key={to} {...entry} leftSection={<Icon of={icon} />} onClick={() => navigate(to)} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>Nothing found</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
};
