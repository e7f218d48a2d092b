import { IconPlus } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { fieldRoutes } from '#contract/resources/fields.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { useMay } from '#web/access/account.tsx';
import {
  bodyOf,
  emptyField,
  type FieldValues,
  hasOwnOptions,
  issuesOf,
  withType,
} from '#web/forms/definition/draft.ts';
import { fieldTypeHints, fieldTypeIcons } from '#web/forms/definition/words.ts';
import { failures } from '#web/kit/failures.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { write } from '#web/kit/use-record.ts';
import { useSearch } from '#web/kit/use-search.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import { LookupField, type Offer } from '#web/ui/lookup-field.tsx';
import css from './add-field.module.css';
import type { UsableField } from './draft.ts';
import { OptionLines } from './option-lines.tsx';

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
      ? { key: kind, group, label: 'Section', detail: 'A heading over what follows', icon: fieldTypeIcons.presentation }
      : {
          key: kind,
          group,
          label: fieldType(kind).title,
          detail: fieldTypeHints[kind],
          icon: fieldTypeIcons[kind],
        },
  );

/** Beside the kinds of a new question there is room for so many that are there already. */
const mostBesideKinds = 6;

/**
 * Adds a question: one of the organization's fields, or a new one of the kind that is chosen for what was typed. What a
 * new one lacks is asked for: the options of a select in lines, anything else in a dialog.
 */
export const AddField = ({
  id,
  taken,
  onAdd,
  adding,
  error,
}: {
  id: string;
  taken: ReadonlySet<number>;
  onAdd: (field: UsableField) => void;
  /** Settles once all that is on its way to the form stands there. */
  adding: RefObject<Promise<unknown>>;
  error: string | null;
}) => {
  const may = useMay();
  const mayUse = may(fieldRoutes.page) || may({ entity: 'fields', action: 'use', on: 'entity' });
  const keyFor = useIdempotencyKey();
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  /** The field whose dialog is open, and the one whose options are asked for. */
  const [creating, setCreating] = useState<FieldValues | null>(null);
  const [listing, setListing] = useState<FieldValues | null>(null);
  const search = useSearch(fieldRoutes.usable, {
    text,
    sent: (typed) => ({ params: { page: 1 }, query: { ...typed, page_size: '50' } }),
    isWanted: mayUse && isWanted,
  });
  // What is offered answers what was typed: Enter never takes a field that was not searched for.
  const found = search.isSearching ? [] : (search.data?.data ?? []);
  const free = found.filter((field) => !taken.has(field.id));
  const name = text.trim();
  const isThere = found.some((field) => field.name.toLowerCase() === name.toLowerCase());
  const mayCreate = may(fieldRoutes.create) && !isThere;
  const existing = (mayCreate && name ? free.slice(0, mostBesideKinds) : free).map((field) => ({
    key: String(field.id),
    label: field.name,
    icon: fieldTypeIcons[field.field_type],
    note: fieldType(field.field_type).title,
    group: 'Fields of your organization',
  }));
  const fresh = mayCreate ? palette(name ? `New question “${name}”` : 'New question') : [];
  const offers: Offer[] = [
    ...(name ? [...existing, ...fresh] : [...fresh, ...existing]),
    ...(mayCreate && name && !search.isSearching
      ? [{ key: created, label: `Create field “${name}”`, icon: IconPlus }]
      : []),
  ];

  /** Saves a field that lacks nothing. Several of them come onto the form in the order in which they were chosen. */
  const create = (values: FieldValues) => {
    const idempotencyKey = keyFor(values);
    adding.current = adding.current.then(async () => {
      try {
        onAdd(await write(fieldRoutes.create, { sent: { body: bodyOf(values) }, idempotencyKey }));
      } catch (failure) {
        failures.report(failure);
        setCreating(values);
      }
    });
  };
  const begin = (kind: (typeof kinds)[number]) => {
    const values = withType(emptyField(name), kind === section ? 'presentation' : kind);
    const isFaulty = Object.keys(issuesOf(values)).some((path) => path !== 'field_options');
    if (isFaulty || asked.includes(kind)) setCreating(values);
    else if (hasOwnOptions(values)) setListing(values);
    else create(values);
  };
  const choose = (key: string) => {
    const field = free.find((one) => String(one.id) === key);
    if (field) onAdd(field);
    else if (key === created) setCreating(emptyField(name));
    else begin(key as (typeof kinds)[number]);
    setText('');
  };
  if (!mayUse)
    return <p className={css.note}>To add fields you need access to Field Structure. Ask your administrator.</p>;
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
          onType={setText}
          offers={offers}
          onChoose={choose}
          onOpen={() => setWanted(true)}
          message={offers.length > 0 ? undefined : emptyText(search.isSearching, found.length > 0)}
        />
      </div>
      {listing && (
        <OptionLines
          values={listing}
          onDone={(values) => {
            setListing(null);
            focusField(id);
            if (values) create(values);
          }}
        />
      )}
      {creating && (
        <CreateField
          start={creating}
          onClose={() => setCreating(null)}
          onCreated={(field) => {
            setCreating(null);
            onAdd(field);
          }}
        />
      )}
    </>
  );
};

const emptyText = (isSearching: boolean, isTaken: boolean) => {
  if (isSearching) return 'Searching';
  return isTaken ? 'It is on this form already' : 'Nothing matches';
};
