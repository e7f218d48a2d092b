import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formRoutes } from '#contract/resources/forms.ts';
import { call } from '#web/kit/api.ts';
import { LookupField } from '#web/ui/lookup-field.tsx';
import type { SequenceForm } from './sequence.ts';

/** Searches the active client forms for one to add. `taken` are the ids of those that are in the sequence. */
export const AddForm = ({
  id,
  taken,
  onAdd,
  error,
}: {
  id: string;
  taken: number[];
  onAdd: (form: SequenceForm) => void;
  error: string | null;
}) => {
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [query] = useDebouncedValue(text.trim(), 250);
  const search = useQuery({
    queryKey: ['add form', query],
    queryFn: ({ signal }) =>
      call(
        formRoutes.page,
        {
          params: { page: 1 },
          query: {
            ...(query ? { query } : {}),
            filters: JSON.stringify({ active: true, form_type: 'client' }),
            page_size: '50',
          },
        },
        { signal },
      ),
    enabled: isWanted,
    placeholderData: (before) => before,
  });
  const found = search.data?.data ?? [];
  const free = found.filter((form) => !taken.includes(form.id));
  const isSearching = query !== text.trim() || search.isFetching;
  const choose = (key: string) => {
    const form = free.find((one) => String(one.id) === key);
    if (form) onAdd({ id: form.id, name: form.name, active: form.active });
    setText('');
  };
  return (
    <LookupField
      id={id}
      label="Add form"
      help="Search by name, then choose. Active client forms can be added."
      error={error}
      icon={IconPlus}
      placeholder="Name of a form"
      text={text}
      onType={setText}
      // What is shown answers what was typed: Enter never takes a form that was not asked for.
      offers={isSearching ? [] : free.map((form) => ({ key: String(form.id), label: form.name }))}
      onChoose={choose}
      onOpen={() => setWanted(true)}
      message={messageOf({ isSearching, hasFailed: search.isError, found: found.length, free: free.length })}
    />
  );
};

type State = { isSearching: boolean; hasFailed: boolean; found: number; free: number };

const messageOf = ({ isSearching, hasFailed, found, free }: State) => {
  if (isSearching) return 'Searching';
  if (hasFailed) return 'Could not load forms. Type again to retry';
  if (free > 0) return undefined;
  return found > 0 ? 'It is in this sequence already' : 'Nothing matches';
};
