import { IconArrowBackUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { meaningWords, optionMeanings } from '#forms/field-types/field-type.ts';
import { type Action, ActionMenu } from '#web/ui/action-menu.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import layout from '#web/ui/layout.module.css';
import { SelectField } from '#web/ui/select-field.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import {
  missingMeanings,
  newOption,
  type OptionKind,
  type OptionRow,
  optionsOf,
  withValues,
  written,
} from './draft.ts';
import { doubledOption, formerOptions, repeatedLabels, withRestored } from './former-options.ts';
import css from './option-rows.module.css';

const truths = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/**
 * The options of a select field, in their order. A value follows its label until somebody types one; several lines
 * pasted into a label become as many options; Enter goes on to the next. Options that were removed can be restored.
 * @param stored the options that the field had when its form began
 */
export const OptionRows = ({
  id,
  kind,
  options,
  stored,
  onChange,
  error,
}: {
  id: string;
  kind: OptionKind;
  options: OptionRow[];
  stored: OptionRow[];
  onChange: (options: OptionRow[]) => void;
  error: (path: string) => string | null;
}) => {
  const [focused, setFocused] = useState<string | null>(null);
  const rows = useRef<HTMLFieldSetElement>(null);
  // Undo comes later than the changes that were made after the removal.
  const latest = useRef(options);
  latest.current = options;
  const offered = options.filter(({ hidden }) => !hidden);
  const kept = options.filter(({ hidden }) => hidden);
  const former = formerOptions(options, stored);
  const repeated = repeatedLabels(options);
  const change = (next: OptionRow[]) => onChange(withValues([...next, ...kept], kind));
  const sent = written(options);
  const placeOf = (option: OptionRow) => (sent.includes(option) ? sent.indexOf(option) : option.key);
  const pathOf = (option: OptionRow, part: 'label' | 'value') => `field_options.${placeOf(option)}.${part}`;
  const idOf = (option: OptionRow, part: 'label' | 'value') => `${id}.${placeOf(option)}.${part}`;

  useEffect(() => {
    if (focused === null) return;
    rows.current?.querySelector<HTMLInputElement>(`[data-option="${CSS.escape(focused)}"]`)?.focus();
    setFocused(null);
  }, [focused]);

  const edit = (key: string, changes: Partial<OptionRow>) =>
    change(offered.map((option) => (option.key === key ? { ...option, ...changes } : option)));
  const addAfter = (index: number) => {
    const added = newOption();
    change(offered.toSpliced(index + 1, 0, added));
    setFocused(added.key);
  };
  const paste = (event: ClipboardEvent, option: OptionRow, index: number) => {
    const pasted = optionsOf(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    change(offered.toSpliced(option.label ? index + 1 : index, option.label ? 0 : 1, ...pasted));
    setFocused(pasted.at(-1)!.key);
  };
  const meanings = kind === 'truth' ? [] : missingMeanings(options);
  const addMeanings = () => {
    change([...offered, ...meanings]);
    setFocused(meanings[0]?.key ?? null);
  };
  const meaningsOf = ({ key, meaning: current }: OptionRow): Action[] =>
    [undefined, ...optionMeanings].map((meaning) => ({
      label: meaning ? `Counts as ${meaningWords[meaning].toLowerCase()}` : 'Counts as an answer',
      ...(meaning === current && { note: 'now' }),
      onClick: () => edit(key, { meaning }),
    }));
  const remove = (option: OptionRow, index: number) => {
    change(offered.filter(({ key }) => key !== option.key));
    setFocused((offered[index + 1] ?? offered[index - 1])?.key ?? null);
    toast.undo(option.label ? `Option ${option.label} removed` : 'Option removed', () => {
      if (latest.current.some(({ key }) => key === option.key)) return;
      onChange(withValues(latest.current.toSpliced(index, 0, option), kind));
    });
  };
  const restore = (option: OptionRow, key?: string) => {
    onChange(withValues(withRestored(options, option, key), kind));
    setFocused(option.key);
  };
  const restoreButton = (option: OptionRow, key?: string) => (
    <Button key={option.key} size="small" icon={IconArrowBackUp} onClick={() => restore(option, key)}>
      Restore {option.label}
    </Button>
  );

  return (
    <fieldset className={css.options} id={id} tabIndex={-1} ref={rows} aria-describedby={`${id}-error`}>
      <legend className={hidden.text}>Options</legend>
      {offered.length > 0 && (
        <div className={kind === 'truth' ? css.heads : `${css.heads} ${css.withMenus}`} aria-hidden>
          <span>Label</span>
          <span>Value</span>
        </div>
      )}
      <SortableList
        label="Options"
        items={offered}
        itemKey={({ key }) => key}
        itemName={(option) => option.label || `Option ${offered.indexOf(option) + 1}`}
        onReorder={change}
        tools={(option, index) => (
          <>
            {kind !== 'truth' && (
              <ActionMenu label={`What ${option.label || 'this option'} counts as`} actions={meaningsOf(option)} />
            )}
            <IconButton size="small" label="Remove" icon={IconTrash} onClick={() => remove(option, index)} />
          </>
        )}
      >
        {(option, index) => {
          const doubled = doubledOption(option, { former, stored });
          const warning = doubled
            ? `This field had the option ${doubled.label}. Restore it so that old and new answers count together.`
            : repeated.has(option.key)
              ? `Another option is also called ${option.label.trim()}. Use different labels to tell them apart.`
              : null;
          return (
            <>
              <div className={css.row}>
                <TextField
                  id={idOf(option, 'label')}
                  data-option={option.key}
                  label="Label"
                  labelHidden
                  value={option.label}
                  onChange={(label) => edit(option.key, { label })}
                  onPaste={(event) => paste(event, option, index)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                    event.preventDefault();
                    addAfter(index);
                  }}
                  error={error(pathOf(option, 'label'))}
                />
                {kind === 'truth' ? (
                  <SelectField
                    id={idOf(option, 'value')}
                    label="Value"
                    labelHidden
                    options={truths}
                    value={option.value || null}
                    onChange={(value) => edit(option.key, { value: value ?? '', isOwnValue: value !== null })}
                    error={error(pathOf(option, 'value'))}
                  />
                ) : (
                  <TextField
                    id={idOf(option, 'value')}
                    label="Value"
                    labelHidden
                    mono
                    inputMode={kind === 'number' ? 'decimal' : undefined}
                    value={option.value}
                    onChange={(value) => edit(option.key, { value, isOwnValue: value !== '' })}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                      event.preventDefault();
                      addAfter(index);
                    }}
                    error={error(pathOf(option, 'value'))}
                  />
                )}
              </div>
              {option.meaning && (
                <p
                  className={css.meaning}
                >{`Counts as ${meaningWords[option.meaning].toLowerCase()}, not as an answer`}</p>
              )}
              <div role="status" className={`${layout.row} ${css.told}`}>
                {warning}
                {doubled && restoreButton(doubled, option.key)}
              </div>
            </>
          );
        }}
      </SortableList>
      {error('field_options') && (
        <p className={css.error} id={`${id}-error`}>
          {error('field_options')}
        </p>
      )}
      <div className={`${layout.row} ${css.add}`}>
        <Button icon={IconPlus} onClick={() => addAfter(offered.length - 1)}>
          Add option
        </Button>
        {meanings.length > 0 && (
          <Button icon={IconPlus} onClick={addMeanings}>
            {`Add ${meanings.map(({ label }) => `“${label}”`).join(', ')}`}
          </Button>
        )}
        <span className={css.hint}>Paste a list to add many at once</span>
      </div>
      {kept.length > 0 && (
        <div className={`${layout.column} ${css.kept}`}>
          <p>No longer offered, kept in existing answers:</p>
          <div className={layout.buttons}>{kept.map((option) => restoreButton(option))}</div>
        </div>
      )}
    </fieldset>
  );
};
