import { Menu } from '@mantine/core';
import css from './choice-chip.module.css';
import { FilterChip } from './filter-chip.tsx';

/** A choice behind a chip. The first option is the usual one, and is told as null; without a `label` the chip says the option alone. */
export function ChoiceChip({
  label,
  options,
  chosen,
  onChoose,
}: {
  label?: string;
  options: { value: string; label: string }[];
  chosen: string;
  onChoose: (value: string | null) => void;
}) {
  const text = options.find(({ value }) => value === chosen)?.label;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <FilterChip pressed={chosen !== options[0]?.value} opens>
          {label ? `${label}: ${text}` : text}
        </FilterChip>
      </Menu.Target>
      <Menu.Dropdown className={css.choices}>
        <Menu.RadioGroup value={chosen} onChange={(value) => onChoose(value === options[0]?.value ? null : value)}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value}>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
