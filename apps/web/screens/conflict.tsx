import { useEffect, useState } from 'react';
import type { RecordType } from '#contract/record-types.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { useZone } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { fullName, showDateTime } from '#web/kit/formats.ts';
import { useLoaded } from '#web/kit/queries.ts';
import type { Form } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import { compare, type Merge } from './compare.ts';
import css from './conflict.module.css';

/** How the values of a form are told to people: the label of each, and its value in words. */
export type FieldDescriptions<V> = { [K in keyof V]?: { label: string; text?: (value: V[K]) => string } };

type ConflictProps<V> = {
  /** Keep `lock_version` among the values: it is renewed with them. */
  form: Pick<Form<V>, 'values' | 'initial' | 'conflict' | 'clearConflict' | 'submitWith' | 'reset'>;
  record: { type: RecordType; id: number };
  /** The record as it is now, as the form would begin with it. */
  load: () => Promise<V>;
  labels: FieldDescriptions<V>;
  /** How lists are merged that both sides changed. */
  merges?: { [K in keyof V]?: Merge<V[K]> };
};

/**
 * Opens when a save met somebody else's (409): who it was, and value by value which of the two to keep. What only one
 * side changed is kept as it is. Nothing is saved, and nothing typed is lost, before the person says so.
 */
export const Conflict = <V extends object>(props: ConflictProps<V>) =>
  props.form.conflict && <ConflictDialog {...props} />;

const ConflictDialog = <V extends object>({ form, record, load, labels, merges = {} }: ConflictProps<V>) => {
  const zone = useZone();
  const [taken, setTaken] = useState<ReadonlySet<keyof V>>(new Set());
  const { data, error } = useLoaded(async () => {
    const [theirs, versions] = await Promise.all([
      load(),
      call(recordRoutes.versions, { params: { record_type: record.type, record_id: record.id }, query: {} }),
    ]);
    return { theirs, versions };
  });
  const { clearConflict } = form;
  useEffect(() => {
    if (!error) return;
    clearConflict();
    failures.report(error);
  }, [error, clearConflict]);

  const { clashes, merged } = compare(
    form.initial,
    { mine: form.values, theirs: data?.theirs ?? form.initial },
    { merges, taken },
  );
  const who = data?.versions.updated_by ? fullName(data.versions.updated_by) : 'Someone';
  const words = (key: keyof V, value: V[keyof V]) =>
    labels[key]?.text?.(value) ?? (value === null ? '—' : String(value));
  const save = () => {
    if (data) void form.submitWith(merged, data.theirs);
  };
  return (
    <Dialog
      opened
      width={720}
      title="Review changes before saving"
      onClose={form.clearConflict}
      foot={
        <>
          <Button onClick={form.clearConflict}>Cancel</Button>
          <Button disabled={!data} onClick={() => data && form.reset(data.theirs)}>
            Load theirs
          </Button>
          <Button tone="filled" disabled={!data} onClick={save}>
            Save again
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <p className={css.words}>{form.conflict?.base?.join(' ')}</p>
        {data ? (
          <p>
            {who} changed this record on {showDateTime(data.versions.updated_at, zone)}, while you were editing.{' '}
            {clashes.length > 0 ? 'Choose what to keep.' : 'Your changes don’t conflict with theirs.'}
          </p>
        ) : (
          <Skeleton label="Loading the other changes">
            <SkeletonBlock width="70%" />
          </Skeleton>
        )}
        {data &&
          clashes.map((key) => (
            <RadioField
              key={String(key)}
              label={labels[key]?.label ?? String(key)}
              options={[
                { value: 'yours', label: `Yours: ${words(key, form.values[key])}` },
                { value: 'theirs', label: `${who}: ${words(key, data.theirs[key])}` },
              ]}
              value={taken.has(key) ? 'theirs' : 'yours'}
              onChange={() => setTaken((before) => before.symmetricDifference(new Set([key])))}
            />
          ))}
        <p className={css.words}>
          “Save again” keeps what you choose here and all other changes from both of you. “Load theirs” discards your
          changes.
        </p>
      </div>
    </Dialog>
  );
};
