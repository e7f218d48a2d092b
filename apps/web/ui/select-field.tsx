import { MultiSelect, type OptionsFilter, Select } from '@mantine/core';
import { IconChevronDown, IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect } from 'react';
import type { Option } from './choice-field.tsx';
import { type Control, FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import { Icon, type IconType } from './icon.tsx';
import css from './select-field.module.css';

export type OptionGroup = { group: string; items: Option[] };

type PickerProps = FieldProps & {
  options: (Option | OptionGroup)[];
  placeholder?: string;
  icon?: IconType;
  /** Options that come from the server: told what is typed; the options given are then shown as they are. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  /** What the open list says when it has nothing. */
  nothing?: string;
  /** As wide as what is chosen, to stand in a sentence; `value` is marked as what the sentence compares with. */
  chip?: 'word' | 'value';
};

/** Of the list below a chip, which is narrower than its options. */
const chipListWidth = 'min(320px, calc(100vw - 48px))';

const asGiven: OptionsFilter = ({ options }) => options;

function shared(picking: Omit<PickerProps, keyof FieldProps>, field: FieldProps, control: Control) {
  const { options, placeholder, onSearch, loading, nothing, chip } = picking;
  const { readOnly: _, ...wiring } = control;
  const icon = field.locked ? IconLock : picking.icon;
  return {
    ...wiring,
    data: options,
    placeholder,
    disabled: Boolean(field.disabled || field.locked),
    searchable: true,
    error: Boolean(field.error),
    leftSection: icon && <Icon of={icon} size="s" />,
    rightSection: <Icon of={IconChevronDown} size="s" />,
    onSearchChange: onSearch,
    filter: onSearch ? asGiven : undefined,
    nothingFoundMessage: loading ? 'Searching' : (nothing ?? 'Nothing matches'),
    maxDropdownHeight: 280,
    checkIconPosition: 'right' as const,
    // Whoever is brought to it by Tab, or as a dialog opens, does not have the list over what comes next.
    openOnFocus: false,
    // A list that has become short comes back below its field.
    comboboxProps: {
      offset: 4,
      transitionProps: { duration: 0 },
      preventPositionChangeWhenVisible: false,
      ...(chip && { width: chipListWidth, position: 'bottom-start' as const }),
    },
    ...(chip && { classNames: { wrapper: `${css.chip} ${css[chip]}` } }),
  };
}

/** Mantine puts its own `aria-describedby` over ours, and here has none: it is set on the element. */
function Described({ control }: { control: Control }) {
  const { id, 'aria-describedby': described } = control;
  useLayoutEffect(() => {
    const element = document.getElementById(id);
    if (described) element?.setAttribute('aria-describedby', described);
    else element?.removeAttribute('aria-describedby');
  }, [id, described]);
  return null;
}

/** Enter takes the option that is marked. Mantine forgets which that is when the first key typed opens the list. */
const takeMarked = (event: KeyboardEvent<HTMLInputElement>) => {
  const list = event.currentTarget.getAttribute('aria-controls');
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !list) return;
  const marked = document.getElementById(list)?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (!marked) return;
  event.preventDefault();
  event.stopPropagation();
  marked.click();
};

/** One of many options, searched by typing. */
export function SelectField({
  value,
  onChange,
  clearable,
  ...props
}: PickerProps & {
  value: string | null;
  onChange: (value: string | null) => void;
  /** Offers to take the answer back; an optional field always does. */
  clearable?: boolean;
}) {
  const { field, rest } = fieldParts(props);
  return (
    <FieldFrame field={field}>
      {(control) => (
        <>
          <Select
            {...shared(rest, field, control)}
            placeholder={rest.placeholder ?? 'Choose'}
            value={value}
            onChange={onChange}
            clearable={clearable ?? field.optional}
            clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
            allowDeselect={false}
            selectFirstOptionOnChange
            onKeyDownCapture={takeMarked}
          />
          <Described control={control} />
        </>
      )}
    </FieldFrame>
  );
}

/** Any of many options, searched by typing; the chosen ones are tags. */
export function MultiSelectField({
  value,
  onChange,
  ...props
}: PickerProps & { value: string[]; onChange: (value: string[]) => void }) {
  const { field, rest } = fieldParts(props);
  return (
    <FieldFrame field={field}>
      {(control) => (
        <>
          <MultiSelect
            {...shared(rest, field, control)}
            placeholder={value.length === 0 ? (rest.placeholder ?? 'Choose') : ''}
            value={value}
            onChange={onChange}
            hidePickedOptions
          />
          <Described control={control} />
        </>
      )}
    </FieldFrame>
  );
}
