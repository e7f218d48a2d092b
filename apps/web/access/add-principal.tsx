import { IconUserCircle, IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import type { IconType } from '#web/ui/icon.tsx';
import { LookupField } from '#web/ui/lookup-field.tsx';
import { keyOf, type Principal } from './grants.ts';
import { useGroupSearch, useUserSearch } from './user-search.ts';

type PrincipalMatch = Principal & { email?: string };

const groupTitles: Record<Principal['permissionable_type'], string> = {
  PermissionGroup: 'Permission groups',
  User: 'Users',
};

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
  const [isWanted, setWanted] = useState(false);
  const people = useUserSearch(text, isWanted);
  const groups = useGroupSearch(text, isWanted);
  const found: PrincipalMatch[] = [
    ...groups.groups.map(({ id, name }) => ({
      permissionable_type: 'PermissionGroup' as const,
      permissionable_id: id,
      name,
    })),
    ...people.users.map(({ id, name, email }) => ({
      permissionable_type: 'User' as const,
      permissionable_id: id,
      name,
      email,
    })),
  ];
  const free = found.filter((one) => !taken.includes(keyOf(one)));
  const isSearching = people.isSearching || groups.isSearching;

  const choose = (key: string) => {
    const one = free.find((each) => keyOf(each) === key);
    if (one) {
      const { email: _, ...principal } = one;
      onAdd(principal);
    }
    setText('');
  };
  return (
    <LookupField
      id={id}
      label="Add user or group"
      labelHidden
      help={people.may ? undefined : 'To add individual users, you need access to Users. Ask your administrator.'}
      icon={IconUserPlus}
      placeholder={people.may ? 'Add a user or permission group' : 'Add a permission group'}
      listLabel="Users and permission groups"
      text={text}
      onType={setText}
      offers={free.map((one) => ({
        key: keyOf(one),
        label: one.name,
        icon: principalIcons[one.permissionable_type],
        note: one.email,
        group: groupTitles[one.permissionable_type],
      }))}
      onChoose={choose}
      onOpen={() => setWanted(true)}
      message={free.length > 0 ? undefined : emptyText(isSearching, people.isError || groups.isError, found.length > 0)}
    />
  );
};

const emptyText = (isSearching: boolean, hasFailed: boolean, isTaken: boolean) => {
  if (isSearching) return 'Searching';
  if (hasFailed) return 'Could not load users and groups. Type again to retry';
  return isTaken ? 'Already in the list' : 'No matches';
};
