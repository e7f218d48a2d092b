import { Combobox, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { useMay } from '#web/access/account.tsx';
import { fieldTypeIcons } from '#web/forms/definition/words.ts';
import { counted } from '#web/kit/formats.ts';
import { useSearch } from '#web/kit/use-search.ts';
import { FieldFrame } from '#web/ui/field-frame.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Input } from '#web/ui/input.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import css from './add-field.module.css';
import type { UsableField } from './draft.ts';

const CreateField = lazy(async () => ({ default: (await import('./create-field.tsx')).CreateField }));

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
  const [creating, setCreating] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data, isSearching } = useSearch(fieldRoutes.usable, {
    text,
    sent: (typed) => ({ params: { page: 1 }, query: { ...typed, page_size: '50' } }),
    isWanted: mayUse && combobox.dropdownOpened,
  });
  const found = data?.data ?? [];
  const free = found.filter(({ id }) => !taken.includes(id));
  const asks = (name: string) => name.toLowerCase() === text.trim().toLowerCase();
  const canCreate =
    may(fieldRoutes.create) && text.trim() !== '' && !isSearching && !found.some(({ name }) => asks(name));

  // The first option is the one that Enter takes, whenever there are others to choose from.
  const offers = `${free.map(({ id }) => id).join()} ${canCreate}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is new at each render
  useEffect(() => {
    if (text) combobox.selectFirstOption();
  }, [offers]);

  const choose = (value: string) => {
    if (value === created) setCreating(text.trim());
    const field = free.find(({ id }) => String(id) === value);
    if (field) onAdd(field);
    setText('');
    combobox.closeDropdown();
  };
  if (!mayUse)
    return <p className={css.note}>To add fields you need access to Field Structure. Ask your administrator.</p>;
  return (
    <div className={css.add}>
      <FieldFrame
        field={{
          id,
          error,
          label: 'Add field',
          help: 'Search by name, then choose. Fields can be on many forms.',
        }}
      >
        {(control) => (
          <Combobox
            store={combobox}
            onOptionSubmit={choose}
            offset={4}
            transitionProps={{ duration: 0 }}
            preventPositionChangeWhenVisible={false}
          >
            <Combobox.Target withExpandedAttribute>
              <Input
                {...control}
                role="combobox"
                icon={IconPlus}
                placeholder="Name of a field"
                value={text}
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  combobox.openDropdown();
                }}
                onClick={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
              />
            </Combobox.Target>
            <Combobox.Dropdown>
              <Combobox.Options mah={320} className={css.options} aria-label="Fields">
                {free.map(({ id, name, field_type }) => (
                  <Combobox.Option key={id} value={String(id)}>
                    <span className={css.option}>
                      <Icon of={fieldTypeIcons[field_type]} />
                      <span>{name}</span>
                      <span className={css.type}>{fieldType(field_type).title}</span>
                    </span>
                  </Combobox.Option>
                ))}
                {canCreate && (
                  <Combobox.Option value={created}>
                    <span className={css.option}>
                      <Icon of={IconPlus} />
                      Create field “{text.trim()}”
                    </span>
                  </Combobox.Option>
                )}
                {free.length === 0 && !canCreate && (
                  <Combobox.Empty>{emptyText(isSearching, found.length > 0)}</Combobox.Empty>
                )}
              </Combobox.Options>
            </Combobox.Dropdown>
          </Combobox>
        )}
      </FieldFrame>
      <span className={hidden.text} role="status">
        {combobox.dropdownOpened && !isSearching && `${counted(free.length, 'field')} found`}
      </span>
      <Suspense>
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
      </Suspense>
    </div>
  );
};

const emptyText = (isSearching: boolean, isTaken: boolean) => {
  if (isSearching) return 'Searching';
  return isTaken ? 'It is on this form already' : 'Nothing matches';
};
