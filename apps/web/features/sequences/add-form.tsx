import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formRoutes } from '#contract/resources/forms.ts';
import { useSearch } from '#web/kit/use-search.ts';
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
  const search = useSearch(formRoutes.page, {
    text,
    sent: (typed) => ({
      params: { page: 1 },
      query: { ...typed, filters: JSON.stringify({ active: true, form_type: 'client' }), page_size: '50' },
    }),
    isWanted,
  });
  const found = search.data?.data ?? [];
  const free = found.filter((form) => !taken.includes(form.id));
  const choose = (key: string) => {
    const form = free.find((one) => String(one.id) === key);
    if (form) onAdd({ id: form.id, name: form.name, active: form.active });
    setText('');
  };
  return (
    <LookupField
      id={id}
      label="Add form"
      help="Search by name, then choose an active client form."
      error={error}
      icon={IconPlus}
      placeholder="Form name"
      text={text}
      onType={setText}
      // What is shown answers what was typed: Enter never takes a form that was not asked for.
      offers={search.isSearching ? [] : free.map((form) => ({ key: String(form.id), label: form.name }))}
      onChoose={choose}
      onOpen={() => setWanted(true)}
      message={messageOf({ ...search, found: found.length, free: free.length })}
    />
  );
};

type State = { isSearching: boolean; isError: boolean; found: number; free: number };

const messageOf = ({ isSearching, isError, found, free }: State) => {
  if (isSearching) return 'Searching';
  if (isError) return 'Could not load forms. Type again to retry';
  if (free > 0) return undefined;
  return found > 0 ? 'Already in this sequence' : 'Nothing matches';
};
