import { IconArrowBarToDown, IconArrowBarToUp, IconExternalLink, IconLock, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { fieldType } from '#forms/field-types/index.ts';
import { fieldTypeIcons } from '#web/fields/definition/words.ts';
import { useMember } from '#web/kit/account.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { toast } from '#web/ui/toast.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { AddField } from './add-field.tsx';
import { type AskedField, type Entry, entryOf } from './draft.ts';
import css from './entry-list.module.css';
import type { Editor } from './use-editor.ts';

/** The id of the box that adds a field: what is wrong with the list of fields is mended there. */
export const addFieldId = 'add_field';

/** The fields of the form in their order, and how each is asked. `onCurrent` is told which one is being worked on. */
export const EntryList = ({ editor, onCurrent }: { editor: Editor; onCurrent: (field_id: number | null) => void }) => {
  const { values, setEntries, form } = editor;
  const { entries } = values;
  const isSuperuser = useMember().account.role === 'superuser';
  const [said, setSaid] = useState('');
  const [removedAt, setRemovedAt] = useState<number | null>(null);
  const rows = useRef<HTMLDivElement>(null);
  const problem = form.summary.find(({ id }) => id?.startsWith('form_fields'))?.message ?? null;

  // The focus goes on to the row that took the place of the removed one.
  useEffect(() => {
    if (removedAt === null) return;
    const items = rows.current?.querySelectorAll('ol > li') ?? [];
    const next = items[Math.min(removedAt, items.length - 1)]?.querySelector('button');
    (next ?? document.getElementById(addFieldId))?.focus();
    setRemovedAt(null);
  }, [removedAt]);

  const add = (field: AskedField) => {
    setEntries((before) => [...before, entryOf(field)]);
    setSaid(`${field.name} added at position ${entries.length + 1}`);
    onCurrent(field.id);
  };
  const flag = (field_id: number, changes: Partial<Entry>) =>
    setEntries((before) => before.map((entry) => (entry.field_id === field_id ? { ...entry, ...changes } : entry)));
  const move = (entry: Entry, to: number) => {
    setEntries((before) => before.filter((one) => one.field_id !== entry.field_id).toSpliced(to, 0, entry));
    setSaid(`${entry.field.name} moved to position ${to + 1} of ${entries.length}`);
  };
  const remove = (entry: Entry, index: number) => {
    setEntries((before) => before.filter(({ field_id }) => field_id !== entry.field_id));
    setRemovedAt(index);
    toast.undo(`${entry.field.name} removed`, () =>
      setEntries((before) =>
        before.some(({ field_id }) => field_id === entry.field_id) ? before : before.toSpliced(index, 0, entry),
      ),
    );
  };

  return (
    <Section title="Fields" note={entries.length || undefined}>
      <div className={css.list} ref={rows}>
        {entries.length > 0 && (
          <div className={css.heads} data-superuser={isSuperuser || undefined} aria-hidden>
            <span>Order and name</span>
            <span>Required</span>
            <span>Preview Field</span>
            {isSuperuser && <span>Locked</span>}
          </div>
        )}
        <SortableList
          label="Fields"
          items={entries}
          itemKey={({ field_id }) => String(field_id)}
          itemName={({ field }) => field.name}
          onReorder={(next) => setEntries(() => next)}
          tools={(entry, index) => (
            <>
              <ActionMenu
                label={`More for ${entry.field.name}`}
                size="small"
                actions={[
                  {
                    label: 'Move to top',
                    icon: IconArrowBarToUp,
                    disabled: index === 0,
                    onClick: () => move(entry, 0),
                  },
                  {
                    label: 'Move to bottom',
                    icon: IconArrowBarToDown,
                    disabled: index === entries.length - 1,
                    onClick: () => move(entry, entries.length - 1),
                  },
                  {
                    label: 'Open the field',
                    icon: IconExternalLink,
                    to: `/organization/fields/${entry.field_id}`,
                    apart: true,
                  },
                ]}
              />
              {(isSuperuser || !entry.is_locked) && (
                <IconButton size="small" label="Remove" icon={IconTrash} onClick={() => remove(entry, index)} />
              )}
            </>
          )}
        >
          {(entry, index) => (
            <EntryRow
              entry={entry}
              index={index}
              isSuperuser={isSuperuser}
              onFlag={(changes) => flag(entry.field_id, changes)}
              onCurrent={() => onCurrent(entry.field_id)}
            />
          )}
        </SortableList>
      </div>
      <AddField id={addFieldId} taken={entries.map(({ field_id }) => field_id)} onAdd={add} error={problem} />
      <span className={hidden.text} role="status">
        {said}
      </span>
    </Section>
  );
};

const EntryRow = ({
  entry,
  index,
  isSuperuser,
  onFlag,
  onCurrent,
}: {
  entry: Entry;
  index: number;
  isSuperuser: boolean;
  onFlag: (changes: Partial<Entry>) => void;
  onCurrent: () => void;
}) => {
  const { field, is_required, is_quick_view, is_locked } = entry;
  const tick = (label: string, checked: boolean, onChange: (checked: boolean) => void) => (
    <span className={css.tick}>
      <Checkbox checked={checked} onChange={onChange}>
        <span className={css.word}>{label}</span>
      </Checkbox>
    </span>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows in the preview what the keyboard or the pointer is at
    <div className={css.row} data-superuser={isSuperuser || undefined} onFocus={onCurrent} onMouseEnter={onCurrent}>
      <span className={css.what}>
        <span className={css.number} aria-hidden>
          {index + 1}
        </span>
        <Icon of={fieldTypeIcons[field.field_type]} />
        <span className={css.text}>
          <span className={css.name}>{field.name}</span>
          <span className={css.type}>
            {fieldType(field.field_type).title}
            {is_locked && !isSuperuser && (
              <>
                <Icon of={IconLock} size="xs" />
                Locked
              </>
            )}
          </span>
        </span>
      </span>
      {tick('Required', is_required, (checked) => onFlag({ is_required: checked }))}
      {tick('Preview Field', is_quick_view, (checked) => onFlag({ is_quick_view: checked }))}
      {isSuperuser && tick('Locked', is_locked, (checked) => onFlag({ is_locked: checked }))}
    </div>
  );
};
