import { Combobox, useCombobox } from '@mantine/core';
import { IconUserCircle, IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FieldFrame } from '#web/ui/field-frame.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Input } from '#web/ui/input.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import css from './add-principal.module.css';
import { keyOf, type Principal } from './grants.ts';
import { useGroupSearch, useUserSearch } from './user-search.ts';

type Offer = Principal & { note?: string };

/** How users and groups are told apart. */
export const principalIcons: Record<Principal['permissionable_type'], IconType> = {
  User: IconUserCircle,
  PermissionGroup: IconUsersGroup,
};

/** Searches the organization's users and permission groups for one to add. `taken` are the keys of who is listed. */
export const AddPrincipal = ({
  id,
  taken,
  onAdd,
}: {
  id: string;
  taken: string[];
  onAdd: (principal: Principal) => void;
}) => {
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const people = useUserSearch(text, combobox.dropdownOpened);
  const groups = useGroupSearch(text, combobox.dropdownOpened);
  const offers: Record<Principal['permissionable_type'], Offer[]> = {
    PermissionGroup: groups.groups.map(({ id, name }) => ({
      permissionable_type: 'PermissionGroup',
      permissionable_id: id,
      name,
    })),
    User: people.users.map(({ id, name, email }) => ({
      permissionable_type: 'User',
      permissionable_id: id,
      name,
      note: email,
    })),
  };
  const found = [...offers.PermissionGroup, ...offers.User];
  const free = found.filter((offer) => !taken.includes(keyOf(offer)));
  const isSearching = people.isSearching || groups.isSearching;

  // The first option is the one that Enter takes, whenever there are others to choose from.
  const shown = free.map(keyOf).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is new at each render
  useEffect(() => {
    if (text) combobox.selectFirstOption();
  }, [shown]);

  const choose = (key: string) => {
    const offer = free.find((one) => keyOf(one) === key);
    if (offer) {
      const { note: _, ...principal } = offer;
      onAdd(principal);
    }
    setText('');
    combobox.closeDropdown();
  };
  const optionsOf = (type: Principal['permissionable_type']) =>
    free
      .filter(({ permissionable_type }) => permissionable_type === type)
      .map((offer) => (
        <Combobox.Option key={keyOf(offer)} value={keyOf(offer)}>
          <span className={css.option}>
            <Icon of={principalIcons[type]} size="s" />
            <span>{offer.name}</span>
            {offer.note && <span className={css.note}>{offer.note}</span>}
          </span>
        </Combobox.Option>
      ));
  return (
    <div className={css.add}>
      <FieldFrame
        field={{
          id,
          label: 'Add user or group',
          labelHidden: true,
          help: people.may ? undefined : 'To add single users you need access to Users. Ask your administrator.',
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
                autoComplete="off"
                icon={IconUserPlus}
                placeholder={people.may ? 'Add a user or permission group' : 'Add a permission group'}
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
              <Combobox.Options mah={280} className={css.options} aria-label="Users and permission groups">
                <Combobox.Group label="Permission groups">{optionsOf('PermissionGroup')}</Combobox.Group>
                <Combobox.Group label="Users">{optionsOf('User')}</Combobox.Group>
                {free.length === 0 && (
                  <Combobox.Empty>
                    {emptyText(isSearching, people.isError || groups.isError, found.length > 0)}
                  </Combobox.Empty>
                )}
              </Combobox.Options>
            </Combobox.Dropdown>
          </Combobox>
        )}
      </FieldFrame>
      <span className={hidden.text} role="status">
        {combobox.dropdownOpened && !isSearching && `${free.length} found`}
      </span>
    </div>
  );
};

const emptyText = (isSearching: boolean, hasFailed: boolean, isTaken: boolean) => {
  if (isSearching) return 'Searching';
  if (hasFailed) return 'Could not load users and groups. Type again to retry';
  return isTaken ? 'Already in the list' : 'Nobody matches';
};
