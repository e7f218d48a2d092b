import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { useMay } from '#web/access/account.tsx';
import { fieldTypeIcons } from '#web/forms/definition/words.ts';
import { useSearch } from '#web/kit/use-search.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { LookupField } from '#web/ui/lookup-field.tsx';
import css from './add-field.module.css';
import type { UsableField } from './draft.ts';

const CreateField = overlay('Create field', async () => (await import('./create-field.tsx')).CreateField);

/** The option that stands for a field that is not there yet. */
const created = 'create';

/** Searches the organization's fields for one to add, and offers to create the one that was not found. */
export const AddField = ({
  id,
  taken,
  onAdd,
  error,
}: {
  id: string;
  taken: number[];
  onAdd: (field: UsableField) => void;
  error: string | null;
}) => {
  const may = useMay();
  const mayUse = may(fieldRoutes.page) || may({ entity: 'fields', action: 'use', on: 'entity' });
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [creating, setCreating] = useState<string | null>(null);
  const search = useSearch(fieldRoutes.usable, {
    text,
    sent: (typed) => ({ params: { page: 1 }, query: { ...typed, page_size: '50' } }),
    isWanted: mayUse && isWanted,
  });
  // What is offered answers what was typed: Enter never takes a field that was not searched for.
  const found = search.isSearching ? [] : (search.data?.data ?? []);
  const free = found.filter(({ id }) => !taken.includes(id));
  const name = text.trim();
  const isThere = found.some((field) => field.name.toLowerCase() === name.toLowerCase());
  const canCreate = may(fieldRoutes.create) && name !== '' && !search.isSearching && !isThere;
  const offers = [
    ...free.map((field) => ({
      key: String(field.id),
      label: field.name,
      icon: fieldTypeIcons[field.field_type],
      note: fieldType(field.field_type).title,
    })),
    ...(canCreate ? [{ key: created, label: `Create field “${name}”`, icon: IconPlus }] : []),
  ];

  const choose = (key: string) => {
    if (key === created) setCreating(name);
    const field = free.find(({ id }) => String(id) === key);
    if (field) onAdd(field);
    setText('');
  };
  if (!mayUse)
    return <p className={css.note}>To add fields you need access to Field Structure. Ask your administrator.</p>;
  return (
    <div className={css.add}>
      <LookupField
        id={id}
        error={error}
        label="Add field"
        help="Search by name, then choose. Fields can be on many forms."
        icon={IconPlus}
        placeholder="Name of a field"
        listLabel="Fields"
        text={text}
        onType={setText}
        offers={offers}
        onChoose={choose}
        onOpen={() => setWanted(true)}
        message={offers.length > 0 ? undefined : emptyText(search.isSearching, found.length > 0)}
      />
      {creating !== null && (
        <CreateField
          name={creating}
          onClose={() => setCreating(null)}
          onCreated={(field) => {
            setCreating(null);
            onAdd(field);
          }}
        />
      )}
    </div>
  );
};

const emptyText = (isSearching: boolean, isTaken: boolean) => {
  if (isSearching) return 'Searching';
  return isTaken ? 'It is on this form already' : 'Nothing matches';
};
