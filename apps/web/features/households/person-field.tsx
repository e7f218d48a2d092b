import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { listName, showDate } from '#web/kit/formats.ts';
import { LookupField } from '#web/ui/lookup-field.tsx';
import { type PersonOption, usePeopleSearch } from './people-search.ts';

/** Chooses somebody who is recorded already. @param among tells of those who cannot be chosen why, @param not leaves one out */
export const PersonField = ({
  value,
  onChange,
  error,
  among,
  not,
}: {
  value: PersonOption | null;
  onChange: (person: PersonOption | null) => void;
  error: string | null;
  among: (id: number) => string | undefined;
  not: number;
}) => {
  const [text, setText] = useState(value ? listName(value) : '');
  const isChosen = value !== null && text === listName(value);
  const { people, message } = usePeopleSearch(isChosen ? '' : text);
  const offers = people
    .filter(({ id }) => id !== not)
    .map((person) => ({
      key: String(person.id),
      label: listName(person),
      note: [showDate(person.dob), `ID ${person.id}`, among(person.id)].filter(Boolean).join(' · '),
    }));
  return (
    <LookupField
      id="existing_client_id"
      label="Name"
      listLabel="People found"
      icon={IconSearch}
      placeholder="Name, ID, date of birth"
      text={text}
      offers={isChosen ? [] : offers}
      message={isChosen ? undefined : message}
      error={error}
      onType={(next) => {
        setText(next);
        if (value) onChange(null);
      }}
      onChoose={(key) => {
        const person = people.find(({ id }) => String(id) === key);
        if (!person) return;
        setText(listName(person));
        onChange(person);
      }}
    />
  );
};
