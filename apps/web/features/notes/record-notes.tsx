import { useCallback, useEffect, useRef, useState } from 'react';
import { noteRoutes } from '#contract/resources/notes.ts';
import { recordFileDemands } from '#contract/resources/record-files.ts';
import { Can } from '#web/access/account.tsx';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useList } from '#web/kit/use-list.ts';
import { write } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { DownloadButton } from '#web/screens/download-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import type { NoteRecord, OnDirty } from './note.ts';
import { NoteItem } from './note-item.tsx';
import css from './notes.module.css';

/** So many of the newest are shown at first. */
const shownAtFirst = 3;

/** The notes on a person, and a new one; nothing for those who may not read notes. */
export const RecordNotes = ({ id: client_id }: { id: number }) => (
  <Can do={noteRoutes.page}>
    <Notes client_id={client_id} />
  </Can>
);

const Notes = ({ client_id }: { client_id: number }) => {
  const [isWhole, setWhole] = useState(false);
  // One question for all of them: the router asks one at a time.
  const [dirty, setDirty] = useState<readonly (number | 'new')[]>([]);
  const onDirty = useCallback<OnDirty>(
    (note, isDirty) =>
      setDirty((before) => {
        if (before.includes(note) === isDirty) return before;
        return isDirty ? [...before, note] : before.filter((one) => one !== note);
      }),
    [],
  );
  const list = useList<NoteRecord>(noteRoutes.page, {}, { client_id });
  const { rows, total, status } = list;
  // What is being changed stays, though newer notes come before it.
  const visible = rows.filter(({ id }, index) => isWhole || index < shownAtFirst || dirty.includes(id));
  return (
    <SideCard
      title="Notes"
      {...(status === 'ready' ? { count: total } : {})}
      action={
        total > 0 && (
          <Can do={recordFileDemands.notes}>
            <DownloadButton
              label="Download notes"
              kinds={['notes']}
              name="The notes on this person"
              ofNow={() => ({ client_id: String(client_id) })}
            />
          </Can>
        )
      }
    >
      <Can do={noteRoutes.create}>
        <NewNote client_id={client_id} onDirty={onDirty} />
      </Can>
      {status === 'failed' && (
        <LoadFailed title="Could not load the notes." helper={whyNotLoaded(list.error)} onRetry={list.onRetry} />
      )}
      {status === 'loading' && <AreaSkeleton label="Loading notes" height={48} />}
      {visible.map((note) => (
        <NoteItem key={note.id} note={note} reload={list.onRetry} onDirty={onDirty} />
      ))}
      {!isWhole && total > shownAtFirst && (
        <div className={css.actions}>
          <Button tone="subtle" size="small" onClick={() => setWhole(true)}>
            Show all notes
          </Button>
        </div>
      )}
      {isWhole && list.more && (
        <Button tone="subtle" size="small" busy={list.loadingMore} onClick={list.onEnd}>
          Load more notes
        </Button>
      )}
      <UnsavedChanges when={dirty.length > 0} />
    </SideCard>
  );
};

const NewNote = ({ client_id, onDirty }: { client_id: number; onDirty: OnDirty }) => {
  const keyFor = useIdempotencyKey();
  const form = useForm(
    { body: '' },
    async (body) => {
      await write(noteRoutes.create, { sent: { params: { client_id }, body }, idempotencyKey: keyFor(body) });
      return body;
    },
    // The next note may have been begun while this one was under way.
    (stored) => now.current === stored && form.reset({ body: '' }),
  );
  const now = useRef(form.values);
  now.current = form.values;
  const isDirty = form.values.body.trim() !== '';
  useEffect(() => onDirty('new', isDirty), [isDirty, onDirty]);
  return (
    <SubmitForm form={form} className={css.form}>
      <ErrorSummary errors={form.summary.filter(({ id }) => id !== 'body')} attempt={form.attempt} />
      <TextareaField
        {...form.field('body')}
        label="New note"
        labelHidden
        placeholder="New note"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit();
        }}
      />
      <div className={css.foot}>
        <span className={css.hint}>Ctrl Enter adds it</span>
        <Button type="submit" size="small" busy={form.isSaving}>
          Add note
        </Button>
      </div>
    </SubmitForm>
  );
};
