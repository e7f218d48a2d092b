import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconChevronDown, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Action, ActionItems } from './action-menu.tsx';
import { Avatar } from './avatar.tsx';
import { Icon, type IconType } from './icon.tsx';
import css from './shell.module.css';
import hidden from './visually-hidden.module.css';

const SCHEMES: [MantineColorScheme, string, IconType][] = [
  ['light', 'Light', IconSun],
  ['dark', 'Dark', IconMoon],
  ['auto', 'Auto', IconDeviceDesktop],
];

/** The person's menu in the banner: a note on who they are, the given actions, then the choice of color scheme. */
export function UserMenu({
  name,
  note,
  actions,
  photo,
}: {
  name: string;
  note?: ReactNode;
  actions: Action[];
  photo?: string;
}) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu width={220}>
      <Menu.Target>
        <button type="button" className={css.user}>
          <Avatar name={name} src={photo} />
          <span className={css.userName}>
            {name}
            <span className={hidden.text}> user menu</span>
          </span>
          <Icon of={IconChevronDown} size="s" className={css.wide} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {note && (
          <>
            <Menu.Label>{note}</Menu.Label>
            <Menu.Divider />
          </>
        )}
        <ActionItems actions={actions} />
        <Menu.Divider />
        <Menu.Label>Color scheme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {SCHEMES.map(([value, label, icon]) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon of={icon} />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
