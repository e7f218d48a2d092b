import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment, type ReactElement } from 'react';
import { Link } from 'react-router';
import css from './action-menu.module.css';
import { IconButton } from './button.tsx';
import { Icon, type IconType } from './icon.tsx';

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

/**
 * A menu of actions behind a button. `label` names the button and the menu ("More actions"); give another button as
 * `trigger` to show words. Nothing is drawn when there is nothing to do.
 */
export function ActionMenu({
  label,
  actions,
  boxed,
  size,
  trigger,
}: {
  label: string;
  actions: Action[];
  boxed?: boolean;
  size?: 'small';
  trigger?: ReactElement;
}) {
  if (actions.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>{trigger ?? <IconButton label={label} icon={IconDots} boxed={boxed} size={size} />}</Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={actions} />
      </Menu.Dropdown>
    </Menu>
  );
}
