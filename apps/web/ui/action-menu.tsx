import { Menu } from '@mantine/core';
import { IconDots, IconSearch } from '@tabler/icons-react';
import { Fragment, type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import css from './action-menu.module.css';
import { IconButton } from './button.tsx';
import { Icon, type IconType } from './icon.tsx';
import { Input } from './input.tsx';

/** One thing to do: `to` makes it a link, otherwise `onClick` is called. `apart` draws a line above it. */
export type Action = {
  label: string;
  /** A word at the end of the line: a state. */
  note?: string;
  /** A line below: why it cannot be chosen. */
  hint?: string;
  icon?: IconType;
  to?: string;
  onClick?: () => void;
  disabled?: boolean;
  danger?: boolean;
  apart?: boolean;
};

/** The items of an open menu, for use inside Mantine's Menu.Dropdown. */
export function ActionItems({ actions }: { actions: Action[] }) {
  return actions.map(({ label, note, hint, icon, to, onClick, disabled, danger, apart }) => {
    const look = {
      disabled,
      'data-danger': danger || undefined,
      leftSection: icon && <Icon of={icon} />,
      rightSection: note,
      children: hint ? (
        <>
          {label}
          <span className={css.hint}>{hint}</span>
        </>
      ) : (
        label
      ),
    };
    return (
      <Fragment key={to ?? label}>
        {apart && <Menu.Divider />}
        {to ? <Menu.Item component={Link} to={to} {...look} /> : <Menu.Item onClick={onClick} {...look} />}
      </Fragment>
    );
  });
}

/** A menu with a filter has one from this many entries on. */
const leastToFilter = 10;

/** What holds a box to type in beside its menu is a dialog: a menu itself may hold nothing but its items. */
const asDialog = (dropdown: HTMLElement | null) => {
  dropdown?.setAttribute('role', 'dialog');
  dropdown?.removeAttribute('aria-orientation');
};

/**
 * A menu of actions behind a button. `label` names the button and the menu ("More actions"); give another button as
 * `trigger` to show words, and the name of a box ("Filter forms") as `filter` where there may be many. Nothing is drawn
 * when there is nothing to do.
 */
export function ActionMenu({
  label,
  actions,
  boxed,
  size,
  trigger,
  filter,
}: {
  label: string;
  actions: Action[];
  boxed?: boolean;
  size?: 'small';
  trigger?: ReactElement;
  filter?: string;
}) {
  const [query, setQuery] = useState('');
  if (actions.length === 0) return null;
  const target = (
    <Menu.Target>{trigger ?? <IconButton label={label} icon={IconDots} boxed={boxed} size={size} />}</Menu.Target>
  );
  if (!filter || actions.length < leastToFilter)
    return (
      <Menu>
        {target}
        <Menu.Dropdown>
          <ActionItems actions={actions} />
        </Menu.Dropdown>
      </Menu>
    );
  const words = query.toLowerCase().split(/\s+/);
  const found = actions.filter((action) => words.every((word) => action.label.toLowerCase().includes(word)));
  return (
    <Menu withInitialFocusPlaceholder={false} onClose={() => setQuery('')}>
      {target}
      <Menu.Dropdown ref={asDialog}>
        <div className={css.filter}>
          <Input
            type="search"
            data-autofocus
            aria-label={filter}
            placeholder={filter}
            icon={IconSearch}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </div>
        <div className={css.items} role="menu" aria-label={label}>
          <ActionItems actions={found} />
        </div>
        <p className={css.nothing} role="status">
          {found.length === 0 && 'Nothing matches'}
        </p>
      </Menu.Dropdown>
    </Menu>
  );
}
