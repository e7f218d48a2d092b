import { useCallbackRef } from '@mantine/hooks';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Errors } from '#contract/kit/issues.ts';
import { useMember } from '#web/access/account.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { Section } from '#web/ui/section.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { toast } from '#web/ui/toast.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { AddField } from './add-field.tsx';
import { type Entry, entryOf, type FormValues, idsOf, type UsableField, unmapped } from './draft.ts';
import css from './entry-list.module.css';
import { EntryPanel } from './entry-panel.tsx';
import { EntryRow } from './entry-row.tsx';
import { EntryTools } from './entry-tools.tsx';
import type { Editor } from './use-editor.ts';

/** The id of the box that adds a field: what is wrong with the list of fields is mended there. */
const addFieldId = 'add_field';

/** The id of the control where what is wrong at a path can be mended. */
export const controlOf = (path: string): string => {
  if (path !== 'form_fields' && !path.startsWith('form_fields.')) return path;
  return /^form_fields\.\d+\.(settings\.[^.]+|parameters_mapping\..+)/.exec(path)?.[0] ?? addFieldId;
};

const pathOf = (index: number) => `form_fields.${index}`;

/** The fields that something is wrong with. */
const faulty = (entries: readonly Entry[], errors: Errors): number[] =>
  entries
    .filter((_, index) => Object.keys(errors).some((path) => path.startsWith(`${pathOf(index)}.`)))
    .map(({ field_id }) => field_id);

/**
 * The fields of the form in their order, and how each is asked. `onCurrent` is told which one is being worked on. It is
 * drawn again for what it is given and for nothing else: a form may have a thousand fields.
 */
export const EntryList = memo(
  ({
    stored,
    entries,
    form_type,
    errors,
    attempt,
    setEntries,
    setEntry,
    onCurrent,
  }: {
    stored: FormRecord | undefined;
    entries: Entry[];
    form_type: FormValues['form_type'];
    errors: Errors;
    /** Counts the failed saves. */
    attempt: number;
    setEntries: Editor['setEntries'];
    setEntry: Editor['setEntry'];
    onCurrent: (field_id: number | null) => void;
  }) => {
    const isSuperuser = useMember().account.role === 'superuser';
    const [said, setSaid] = useState('');
    const [removedAt, setRemovedAt] = useState<number | null>(null);
    const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
    const rows = useRef<HTMLDivElement>(null);
    const onForm = useMemo(() => idsOf(entries), [entries]);
    const notes = useMemo(() => ruleNotes(stored), [stored]);
    const problem = Object.entries(errors)
      .filter(([path]) => controlOf(path) === addFieldId)
      .flatMap(([, messages]) => messages)
      .join('. ');

    // The focus goes on to the row that took the place of the removed one.
    useEffect(() => {
      if (removedAt === null) return;
      const items = rows.current?.querySelectorAll('ol > li') ?? [];
      const next = items[Math.min(removedAt, items.length - 1)]?.querySelector('button');
      (next ?? document.getElementById(addFieldId))?.focus();
      setRemovedAt(null);
    }, [removedAt]);

    // What a save found fault with is there to be mended when the summary leads to it.
    // biome-ignore lint/correctness/useExhaustiveDependencies: once after each failed save
    useEffect(() => {
      if (attempt > 0) setOpened((before) => new Set([...before, ...faulty(entries, errors)]));
    }, [attempt]);

    const add = (field: UsableField) => {
      setEntries((before) => [...before, entryOf(field)]);
      setSaid(`${field.name} added at position ${entries.length + 1}`);
      onCurrent(field.id);
    };
    const toggle = useCallback(
      (field_id: number) => setOpened((before) => before.symmetricDifference(new Set([field_id]))),
      [],
    );
    const move = useCallbackRef((entry: Entry, to: 'top' | 'bottom') => {
      const place = to === 'top' ? 0 : entries.length - 1;
      setEntries((before) => before.filter((one) => one.field_id !== entry.field_id).toSpliced(place, 0, entry));
      setSaid(`${entry.field.name} moved to position ${place + 1} of ${entries.length}`);
    });
    const remove = useCallbackRef((entry: Entry, index: number) => {
      setEntries((before) => before.filter(({ field_id }) => field_id !== entry.field_id));
      setRemovedAt(index);
      toast.undo(`${entry.field.name} removed`, () =>
        setEntries((before) =>
          before.some(({ field_id }) => field_id === entry.field_id) ? before : before.toSpliced(index, 0, entry),
        ),
      );
    });

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
              <EntryTools
                entry={entry}
                index={index}
                isLast={index === entries.length - 1}
                isOpen={opened.has(entry.field_id)}
                isSuperuser={isSuperuser}
                onToggle={toggle}
                onMove={move}
                onRemove={remove}
              />
            )}
            below={(entry) =>
              opened.has(entry.field_id) && (
                <EntryPanel
                  entry={entry}
                  path={pathOf(entries.indexOf(entry))}
                  entries={entries}
                  isOfPerson={form_type === 'client'}
                  stored={stored}
                  errors={errors}
                  setEntry={setEntry}
                />
              )
            }
          >
            {(entry, index) => (
              <EntryRow
                entry={entry}
                index={index}
                note={notes.get(entry.field_id)}
                lacking={unmapped(entry, onForm).length}
                isOpen={opened.has(entry.field_id)}
                isSuperuser={isSuperuser}
                setEntry={setEntry}
                onToggle={toggle}
                onCurrent={onCurrent}
              />
            )}
          </SortableList>
        </div>
        <AddField id={addFieldId} taken={entries.map(({ field_id }) => field_id)} onAdd={add} error={problem || null} />
        <span className={hidden.text} role="status">
          {said}
        </span>
      </Section>
    );
  },
);

/** What the rules of the stored form do with its fields, in a few words, by field. */
const ruleNotes = (stored: FormRecord | undefined): Map<number, string> =>
  new Map(
    (stored?.logic ?? []).flatMap(({ actions }) =>
      actions
        .filter(({ type }) => type === 'show' || type === 'hide')
        .map(({ type, field_id }) => [field_id, type === 'show' ? 'shown by a logic rule' : 'hidden by a logic rule']),
    ),
  );
