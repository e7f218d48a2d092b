import { IconPlus } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldRoutes } from '#contract/resources/fields.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { useMay } from '#web/access/account.tsx';
import { emptyField, type FieldValues, issuesOf, withType } from '#web/forms/definition/draft.ts';
import { fieldTypeHints, fieldTypeIcons } from '#web/forms/definition/words.ts';
import { call } from '#web/kit/api.ts';
import { useSearch } from '#web/kit/use-search.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { LookupField, type Offer } from '#web/ui/lookup-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './add-field.module.css';
import { type Entry, entryOf, newEntry, type UsableField } from './entries.ts';

const CreateField = overlay('Create field', async () => (await import('./create-field.tsx')).CreateField);

/** The offer that stands for a field that is not there yet, and the one that only gives its questions a heading. */
const created = 'create';
const section = 'section';

/** The kinds of questions in the order in which they are offered: the usual ones first. */
const kinds: (FieldTypeName | typeof section)[] = [
  'freeform-short',
  'freeform-long',
  'number',
  'date',
  'select-one',
  'select-many',
  'checkbox',
  section,
  'time',
  'email',
  'hyperlink',
  'address',
  'attachment',
  'signature',
  'presentation',
  'ref-picker',
  'search',
  'autopopulate',
];

/** What a question of these kinds needs to know is asked in the dialog. */
const asked: readonly string[] = ['presentation', 'ref-picker', 'search', 'autopopulate'];

const palette = (group: string): Offer[] =>
  kinds.map((kind) =>
    kind === section
      ? {
          key: kind,
          group,
          label: 'Section',
          detail: 'A heading for the fields below it',
          icon: fieldTypeIcons.presentation,
        }
      : {
          key: kind,
          group,
          label: fieldType(kind).title,
          detail: fieldTypeHints[kind],
          icon: fieldTypeIcons[kind],
        },
  );

/** Beside the kinds of a new question there is room for so many that are there already. */
const maxBesideKinds = 6;

/** The text in the Add field box and its dialog while the question is not on the form yet. */
export type NewFieldDraft = { text: string; creating: FieldValues | null };

export const nothingUnadded: NewFieldDraft = { text: '', creating: null };

/** Finds the field of the organization that has this name. */
const findField = async (name: string): Promise<UsableField | undefined> => {
  const { data } = await call(fieldRoutes.usable, {
    params: { page: 1 },
    query: { query: name, page_size: '50' },
  });
  return data.find((field) => field.name.toLowerCase() === name.toLowerCase());
};

/**
 * Adds a question: one of the organization's fields, or a new one of the kind that is chosen for what was typed. What a
 * new one lacks is asked for: the options of a select on the form, anything else in a dialog.
 */
export const AddField = ({
  id,
  taken,
  names,
  begun,
  onUnadded,
  onAdd,
  onKnown,
  adding,
  error,
}: {
  id: string;
  taken: ReadonlySet<number>;
  /** Of the questions on the form, in small letters. */
  names: ReadonlySet<string>;
  /** What stands in the box at first. */
  begun: NewFieldDraft;
  /** Is told what is typed and not on the form yet. */
  onUnadded: (unadded: NewFieldDraft) => void;
  onAdd: (entry: Entry) => void;
  /** Is told that a new field has the name of one that exists. */
  onKnown: (new_id: number, field: UsableField) => void;
  /** Settles once it is known of all new questions whether a field of their name exists. */
  adding: RefObject<Promise<unknown>>;
  error: string | null;
}) => {
  const may = useMay();
  const mayUse = may(fieldRoutes.page) || may({ entity: 'fields', action: 'use', on: 'entity' });
  const mayMake = may(fieldRoutes.create);
  const [{ text, creating }, setUnadded] = useState(begun);
  const [isWanted, setWanted] = useState(false);
  const named = useRef('');
  const change = (next: Partial<NewFieldDraft>) => {
    const changed = { text, creating, ...next };
    setUnadded(changed);
    onUnadded(changed);
  };
  const search = useSearch(fieldRoutes.usable, {
    text,
    sent: (typed) => ({ params: { page: 1 }, query: { ...typed, page_size: '50' } }),
    isWanted: mayUse && isWanted,
  });
  // What is offered answers what was typed: Enter never takes a field that was not searched for.
  const found = search.isSearching ? [] : (search.data?.data ?? []);
  const free = found.filter((field) => !taken.has(field.id));
  const name = text.trim();
  const same = found.find((field) => field.name.toLowerCase() === name.toLowerCase());
  const mayCreate = mayMake && !same;
  const existing = (mayCreate && name ? free.slice(0, maxBesideKinds) : free).map((field) => ({
    key: String(field.id),
    label: field.name,
    icon: fieldTypeIcons[field.field_type],
    note: fieldType(field.field_type).title,
    group: 'Your organization’s fields',
  }));
  const fresh = mayCreate ? palette(name ? `New question “${name}”` : 'New question') : [];
  const offers: Offer[] = [
    ...(name ? [...existing, ...fresh] : [...fresh, ...existing]),
    ...(mayCreate && name && !search.isSearching
      ? [{ key: created, label: `Create field “${name}”`, icon: IconPlus }]
      : []),
  ];

  /** Puts a question onto the form, unless one of its name is there: then it stays in the box. */
  const add = (entry: Entry): boolean => {
    const isThere = names.has(entry.field.name.toLowerCase());
    if (isThere) toast.error(`${entry.field.name} is already on this form`);
    else {
      onAdd(entry);
      change({ text: '', creating: null });
    }
    return !isThere;
  };
  /** Looks whether a field of its name exists, which is then asked in its place. */
  const lookFor = (entry: Entry, isMeant: (field: UsableField) => boolean) => {
    adding.current = adding.current.then(async () => {
      // Without an answer it stays a new field, and the save says when there is one.
      const known = await findField(entry.field.name).catch(() => undefined);
      if (known && isMeant(known)) onKnown(entry.field_id, known);
    });
  };
  const begin = (kind: (typeof kinds)[number]) => {
    const values = withType(emptyField(name), kind === section ? 'presentation' : kind);
    const isFaulty = Object.keys(issuesOf(values)).some((path) => path !== 'field_options');
    if (isFaulty || asked.includes(kind)) return change({ text: '', creating: values });
    const entry = newEntry(values);
    if (add(entry) && entry.option_lines === undefined)
      lookFor(entry, ({ field_type }) => field_type === entry.field.field_type);
  };
  const choose = (key: string) => {
    const field = free.find((one) => String(one.id) === key);
    if (field) add(entryOf(field));
    else if (key === created) change({ text: '', creating: emptyField(name) });
    else begin(key as (typeof kinds)[number]);
  };
  /** Enter before the search has answered: a field of this name, if there is one, takes the place of the new question. */
  const addTyped = () => {
    if (!name) return;
    if (mayMake) {
      const entry = newEntry(withType(emptyField(name), 'freeform-short'));
      if (add(entry)) lookFor(entry, () => true);
    } else if (same && !taken.has(same.id)) add(entryOf(same));
  };
  if (!mayUse)
    return <p className={css.note}>You need access to Field Structure to add fields. Ask your administrator.</p>;
  return (
    <>
      <div className={css.add}>
        <LookupField
          id={id}
          error={error}
          label="Add field"
          labelHidden
          icon={IconPlus}
          placeholder="Add field"
          listLabel="Fields"
          wide
          free={search.isSearching}
          text={text}
          onType={(typed) => change({ text: typed })}
          offers={offers}
          first={same ? String(same.id) : mayMake ? 'freeform-short' : undefined}
          onChoose={choose}
          onEnter={addTyped}
          onOpen={() => setWanted(true)}
          message={offers.length > 0 ? undefined : emptyText(search.isSearching, found.length > 0)}
        />
      </div>
      {creating && (
        <CreateField
          start={creating}
          wasTyped={creating === begun.creating}
          names={names}
          onTyped={(values) => {
            named.current = values.name;
            onUnadded({ text, creating: values });
          }}
          // Its name is asked for no second time.
          onClose={() => change({ text: text || named.current, creating: null })}
          onCreated={(entry) => {
            onAdd(entry);
            // The next question may be typed at once.
            flushSync(() => change({ creating: null }));
            document.getElementById(id)?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
};

const emptyText = (isSearching: boolean, isTaken: boolean) => {
  if (isSearching) return 'Searching';
  return isTaken ? 'Already on this form' : 'Nothing matches';
};
