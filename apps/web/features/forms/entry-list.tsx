import { useCallbackRef } from '@mantine/hooks';
import { memo, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { inSentences } from '#contract/kit/in-sentences.ts';
import type { Errors } from '#contract/kit/issues.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { isPlatform } from '#web/access/host.ts';
import type { EditedForm } from '#web/forms/definition/edited-form.ts';
import type { OpenedPart } from '#web/forms/form-contributions.ts';
import { randomKey } from '#web/kit/idempotency.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { toast } from '#web/ui/toast.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { AddField, nothingUnadded } from './add-field.tsx';
import { type FormValues, idsOf, namesOf, optionsPath, unmapped } from './draft.ts';
import { copyOf, type Entry, withEntry, withKnownField } from './entries.ts';
import { EntryBelow, isOpenBelow } from './entry-below.tsx';
import css from './entry-list.module.css';
import { EntryRow } from './entry-row.tsx';
import { EntryTools } from './entry-tools.tsx';
import { type FieldUses, isUnused, rulesWithout, usesOf } from './field-uses.ts';
import { RemoveField } from './remove-field.tsx';
import type { Editor } from './use-editor.ts';

/** The id of the box that adds a field: what is wrong with the list of fields is mended there. */
export const addFieldId = 'add_field';

/** The id of the form's name: a rule or a calculation that is open over the form has a name too. */
export const nameId = 'form_name';

/** The id of the control where what is wrong at a path can be mended. */
export const controlOf = (path: string): string => {
  if (path === 'name') return nameId;
  if (path !== 'form_fields' && !path.startsWith('form_fields.')) return path;
  return (
    /^form_fields\.\d+\.(settings\.[^.]+|parameters_mapping\..+|field\.field_options$)/.exec(path)?.[0] ?? addFieldId
  );
};

const pathOf = (index: number) => `form_fields.${index}`;

/** The fields that something is wrong with. */
const faulty = (entries: readonly Entry[], errors: Errors): number[] =>
  entries
    .filter((_, index) =>
      Object.keys(errors).some((path) => path.startsWith(`${pathOf(index)}.`) && path !== optionsPath(index)),
    )
    .map(({ field_id }) => field_id);

/**
 * The fields of the form in their order, and how each is asked. `onCurrent` is told which one is being worked on. It is
 * drawn again for what it is given and for nothing else: a form may have a thousand fields.
 */
export const EntryList = memo(
  ({
    entries,
    form,
    form_type,
    errors,
    attempt,
    addError,
    adding,
    begun,
    setUnadded,
    setEntries,
    amendEntries,
    setEntry,
    setFieldsAndRules,
    onOpen,
    onCurrent,
  }: {
    entries: Entry[];
    /** The same with the rules and calculations that speak of the fields. */
    form: EditedForm;
    form_type: FormValues['form_type'];
    errors: Errors;
    /** Counts the failed saves. */
    attempt: number;
    /** What is wrong with what stands in the box that adds a field. */
    addError: string | null;
    begun: Editor['begun'];
    setUnadded: Editor['setUnadded'];
    setEntries: Editor['setEntries'];
    amendEntries: Editor['amendEntries'];
    setEntry: Editor['setEntry'];
    setFieldsAndRules: Editor['setFieldsAndRules'];
    onOpen: (opened: OpenedPart) => void;
    /** Settles once it is known of all new questions whether a field of their name exists. */
    adding: RefObject<Promise<unknown>>;
    onCurrent: (field_id: number | null) => void;
  }) => {
    const isSuperuser = useMember().account.role === 'superuser';
    const [said, setSaid] = useState('');
    const [removedAt, setRemovedAt] = useState<number | null>(null);
    const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
    const rows = useRef<HTMLDivElement>(null);
    const onForm = useMemo(() => idsOf(entries), [entries]);
    const names = useMemo(() => namesOf(entries), [entries]);
    const { id, logic } = form;
    const notes = useMemo(() => ruleNotes(logic), [logic]);
    const may = useMay();
    const mayClone = may(fieldRoutes.clone);
    const [removing, setRemoving] = useState<{ entry: Entry; index: number; uses: FieldUses } | null>(null);
    const notifications = useRouteQuery(
      notificationRoutes.list,
      { params: { form_id: id ?? 0 } },
      { enabled: id !== undefined && !isPlatform && may(notificationRoutes.list) },
    );
    const titleId = useId();
    const problem = inSentences(
      Object.entries(errors)
        .filter(([path]) => controlOf(path) === addFieldId)
        .flatMap(([, messages]) => messages),
    );

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

    // Restoring a draft resets the box.
    const begunAt = useMemo(() => (begun === nothingUnadded ? 'empty' : randomKey()), [begun]);
    const newest = useRef<number | null>(null);
    const add = (entry: Entry) => {
      newest.current = entry.field_id;
      // What is saved next holds it.
      flushSync(() => {
        setEntries((before) => withEntry(before, entry));
        setSaid(`${entry.field.name} added at position ${entries.length + 1}`);
        onCurrent(entry.field_id);
      });
      rows.current?.querySelector('ol > li:last-child')?.scrollIntoView({ block: 'nearest' });
    };
    const duplicate = useCallbackRef((entry: Entry) => {
      const copy = copyOf(entry);
      setEntries((before) => before.flatMap((one) => (one === entry ? [one, copy] : [one])));
      setSaid(`${copy.field.name} added`);
      onCurrent(copy.field_id);
    });
    const toggle = useCallback(
      (field_id: number) => setOpened((before) => before.symmetricDifference(new Set([field_id]))),
      [],
    );
    const move = useCallbackRef((entry: Entry, to: 'top' | 'bottom') => {
      const place = to === 'top' ? 0 : entries.length - 1;
      setEntries((before) => before.filter((one) => one.field_id !== entry.field_id).toSpliced(place, 0, entry));
      setSaid(`${entry.field.name} moved to position ${place + 1} of ${entries.length}`);
    });
    const remove = (entry: Entry, index: number) => {
      const before = logic;
      const mended = rulesWithout(logic, entry.field_id);
      const isMended = mended.length !== logic.length || mended.some((rule, place) => rule !== logic[place]);
      setFieldsAndRules((values) => ({
        entries: values.entries.filter(({ field_id }) => field_id !== entry.field_id),
        logic: isMended ? mended : values.logic,
      }));
      setRemoving(null);
      setRemovedAt(index);
      toast.undo(`${entry.field.name} removed`, () =>
        setFieldsAndRules((values) => ({
          entries: values.entries.some(({ field_id }) => field_id === entry.field_id)
            ? values.entries
            : values.entries.toSpliced(index, 0, entry),
          logic: values.logic === mended ? before : values.logic,
        })),
      );
    };
    const askToRemove = useCallbackRef((entry: Entry, index: number) => {
      const uses = usesOf(entry.field_id, form, notifications.data?.data ?? []);
      if (isUnused(uses)) remove(entry, index);
      else setRemoving({ entry, index, uses });
    });

    return (
      <section className={css.section} aria-labelledby={titleId}>
        <div className={`${layout.top} ${css.top}`}>
          <h2 className={css.title} id={titleId}>
            Fields
          </h2>
          {entries.length > 0 && <span className={css.count}>{entries.length}</span>}
          <AddField
            key={begunAt}
            id={addFieldId}
            taken={onForm}
            names={names}
            begun={begun}
            onUnadded={setUnadded}
            onAdd={add}
            onKnown={(new_id, field) => amendEntries((before) => withKnownField(before, new_id, field))}
            adding={adding}
            error={addError ?? problem}
          />
        </div>
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
                onDuplicate={mayClone ? duplicate : undefined}
                onRemove={askToRemove}
              />
            )}
            below={(entry) =>
              isOpenBelow(entry, opened) && (
                <EntryBelow
                  entry={entry}
                  index={entries.indexOf(entry)}
                  isOpen={opened.has(entry.field_id)}
                  isNew={newest.current === entry.field_id}
                  next={addFieldId}
                  entries={entries}
                  isOfPerson={form_type === 'client'}
                  form={form}
                  onOpen={onOpen}
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
        {entries.length === 0 && <Note>Type a question and choose a field type, or choose an existing field.</Note>}
        <span className={hidden.text} role="status">
          {said}
        </span>
        {removing && (
          <RemoveField
            {...removing}
            form={form}
            onOpen={onOpen}
            onRemove={() => remove(removing.entry, removing.index)}
            onClose={() => setRemoving(null)}
          />
        )}
      </section>
    );
  },
);

/** What the rules do with the fields, in a few words, by field. */
const ruleNotes = (logic: readonly Rule[]): Map<number, string> =>
  new Map(
    logic.flatMap(({ actions }) =>
      actions
        .filter(({ type }) => type === 'show' || type === 'hide')
        .map(({ type, field_id }) => [field_id, type === 'show' ? 'shown by a logic rule' : 'hidden by a logic rule']),
    ),
  );
