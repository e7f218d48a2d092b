import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { clientRoutes } from '#contract/resources/clients.ts';
import { listName, showDate } from '#web/kit/formats.ts';
import { useSearch } from '#web/kit/use-search.ts';
import { LookupField } from '#web/ui/lookup-field.tsx';
import css from './merge.module.css';

/** Adds a record that nobody took for a duplicate. */
export const AddPerson = ({ among, onAdd }: { among: readonly number[]; onAdd: (id: number) => void }) => {
  const [text, setText] = useState('');
  const isWanted = text.trim().length > 1;
  const { data, isSearching, isError } = useSearch(clientRoutes.page, {
    text,
    sent: (typed) => ({ params: { page: 1 }, query: { ...typed, page_size: '10' } }),
    isWanted,
  });
  const offers = (isWanted ? (data?.data ?? []) : [])
    .filter(({ id }) => !among.includes(id))
    .map((person) => ({
      key: String(person.id),
      label: listName(person),
      note: `${showDate(person.dob)} · ID ${person.id}`,
    }));
  const nothing = isError
    ? 'Could not search. Type again to retry'
    : isSearching
      ? 'Searching'
      : 'No other people found';
  return (
    <div className={css.add}>
      <LookupField
        label="Add another person"
        listLabel="People found"
        icon={IconSearch}
        placeholder="Name, ID, date of birth"
        text={text}
        offers={offers}
        message={!isWanted || offers.length > 0 ? undefined : nothing}
        onType={setText}
        onChoose={(key) => {
          setText('');
          onAdd(Number(key));
        }}
      />
    </div>
  );
};
