import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { datePresets } from '#forms/logic/presets.ts';
import { useGroupSearch, useUserSearch } from '#web/access/user-search.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Note } from '#web/ui/note.tsx';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import { between, type ConditionField, type ConditionRow, newRow, whoOf } from './condition-rows.ts';
import { type Creator, creatorWords, daysWords, typeWords } from './condition-words.ts';
import css from './conditions-field.module.css';

const abouts: { value: ConditionField; label: string }[] = [
  { value: 'whodunnit', label: 'Created by' },
  { value: 'created_at', label: 'Created in' },
  { value: 'item_type', label: 'Type is' },
];

/** Days of the week are no days of the calendar, and what comes is not recorded yet. */
const offeredDays = datePresets.filter(
  (preset) => !preset.endsWith('day') || preset === 'today' || preset === 'yesterday',
);
const whens = [
  { value: between, label: 'between two days' },
  ...offeredDays.filter((preset) => !preset.startsWith('next')).map((value) => ({ value, label: daysWords(value) })),
];

const maxConditions = 10;

type Props = {
  rows: ConditionRow[];
  /** Who stored conditions speak of. */
  creators: readonly Creator[];
  onChange: (rows: ConditionRow[]) => void;
  error: (path: string) => string | null;
};

/** The conditions under which records join, all of which must hold. */
export const ConditionsField = ({ rows, creators, onChange, error }: Props) => {
  const unused = abouts.find(({ value }) => !rows.some(({ about }) => about === value)) ?? abouts[0]!;
  return (
    <fieldset className={css.conditions}>
      <legend>Add records that meet all of these conditions</legend>
      {rows.map((row, index) => {
        const path = `smart_conditions.and.${index}`;
        const change = (changes: Partial<ConditionRow>) =>
          onChange(rows.map((one) => (one.key === row.key ? { ...one, ...changes } : one)));
        return (
          <fieldset key={row.key} className={css.row} aria-label={`Condition ${index + 1}`}>
            <SelectField
              id={`${path}.field_name`}
              label={`Field of condition ${index + 1}`}
              labelHidden
              options={abouts}
              value={row.about}
              onChange={(about) => change({ about: about as ConditionField })}
            />
            <Value
              row={row}
              creators={creators}
              onChange={change}
              id={`${path}.value`}
              error={valueError(error, path)}
            />
            <IconButton
              label={`Remove condition ${index + 1}`}
              icon={IconX}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            />
          </fieldset>
        );
      })}
      {rows.length < maxConditions && (
        <Button
          id="smart_conditions.and"
          size="small"
          icon={IconPlus}
          onClick={() => onChange([...rows, newRow(unused.value)])}
        >
          Add condition
        </Button>
      )}
      <Note>A data group doesn’t give anyone access to its records.</Note>
    </fieldset>
  );
};

/** What is said of a value, or of a part of it. */
const valueError = (error: Props['error'], path: string): string | null =>
  ['', '.0', '.1', '.type', '.id'].map((part) => error(`${path}.value${part}`)).find((one) => one !== null) ?? null;

type ValueProps = {
  row: ConditionRow;
  creators: readonly Creator[];
  onChange: (changes: Partial<ConditionRow>) => void;
  id: string;
  error: string | null;
};

const Value = ({ row, creators, onChange, id, error }: ValueProps) => {
  switch (row.about) {
    case 'whodunnit':
      return <Who row={row} creators={creators} onChange={onChange} id={id} error={error} />;
    case 'item_type':
      return (
        <MultiSelectField
          id={id}
          label="Types"
          labelHidden
          options={Object.entries(typeWords).map(([value, label]) => ({ value, label }))}
          value={row.types}
          onChange={(types) => onChange({ types: types as ConditionRow['types'] })}
          error={error}
        />
      );
    case 'created_at':
      return (
        <div className={css.days}>
          <SelectField
            id={id}
            label="Days"
            labelHidden
            options={whens}
            value={row.when}
            onChange={(when) => onChange({ when })}
            error={error}
          />
          {row.when === between && (
            <>
              <DateField label="First day" value={row.first} onChange={(first) => onChange({ first })} />
              <DateField label="Last day" value={row.last} onChange={(last) => onChange({ last })} />
            </>
          )}
        </div>
      );
  }
};

/** Chooses a user or permission group, of those whom the person may see. */
const Who = ({ row, creators, onChange, id, error }: ValueProps) => {
  const [typed, setTyped] = useState('');
  const people = useUserSearch(typed, true);
  const groups = useGroupSearch(typed, true);
  const found: Creator[] = [
    ...groups.groups.map(({ id, name }) => ({ type: 'PermissionGroup' as const, id, name })),
    ...people.users.map(({ id, name }) => ({ type: 'User' as const, id, name })),
  ];
  const chosen = creators.find((one) => whoOf(one) === row.who);
  const all = chosen && !found.some((one) => whoOf(one) === row.who) ? [chosen, ...found] : found;
  return (
    <SelectField
      id={id}
      label="User or permission group"
      labelHidden
      placeholder="A user, or anyone in a permission group"
      options={all.map((one) => ({ value: whoOf(one), label: creatorWords(one) }))}
      value={row.who}
      onChange={(who) => onChange({ who })}
      onSearch={(text) => setTyped(text === labelOf(all, row.who) ? '' : text)}
      loading={people.isSearching || groups.isSearching}
      error={error}
    />
  );
};

const labelOf = (all: Creator[], who: string | null) => {
  const one = all.find((each) => whoOf(each) === who);
  return one && creatorWords(one);
};
