import { useCallbackRef } from '@mantine/hooks';
import { IconNote } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { recordFileDemands } from '#contract/record-file-kinds.ts';
import type { RecordType } from '#contract/record-types.ts';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { Can } from '#web/access/account.tsx';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useList } from '#web/kit/use-list.ts';
import { write } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { DownloadButton } from '#web/screens/download-button.tsx';
import { useOffered } from '#web/screens/offered-actions.ts';
import { useDraft } from '#web/screens/use-draft.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import { focusNewNote, newNoteId } from './new-note.ts';
import type { NoteRecord, OnDirty } from './note.ts';
import { NoteItem } from './note-item.tsx';
import css from './notes.module.css';

/** So many of the newest are shown at first. */
const shownAtFirst = 3;

type RecordReference = { type: RecordType; id: number };
const paramsOf = ({ type, id }: RecordReference) => ({ notable_type: type, notable_id: id });

/** Shows the notes on a record, with a box for a new one; nothing for people who can't read notes. */
export const RecordNotes = (noted: RecordReference) => (
  <Can do={noteRoutes.page}>
    <Notes {...noted} />
  </Can>
);

const Notes = ({ type, id: record_id }: RecordReference) => {
  const [isWhole, setWhole] = useState(false);
  // One question for all of them: the router asks one at a time.
  const [dirty, setDirty] = useState<readonly number[]>([]);
  const onDirty = useCallback<OnDirty>(
    (note, isDirty) =>
      setDirty((before) => {
        if (before.includes(note) === isDirty) return before;
        return isDirty ? [...before, note] : before.filter((one) => one !== note);
      }),
    [],
  );
  const list = useList<NoteRecord>(noteRoutes.page, {}, paramsOf({ type, id: record_id }));
  const { rows, total, status } = list;
  // What is being changed stays, though newer notes come before it.
  const visible = rows.filter(({ id }, index) => isWhole || index < shownAtFirst || dirty.includes(id));
  return (
    <SideCard
      title="Notes"
      {...(status === 'ready' ? { count: total } : {})}
      action={
        total > 0 &&
        type === 'clients' && (
          <Can do={recordFileDemands.notes}>
            <DownloadButton
              label="Download notes"
              kinds={['notes']}
              name="Notes on this person"
              ofNow={() => ({ client_id: String(record_id) })}
            />
          </Can>
        )
      }
    >
      <Can do={noteRoutes.create}>
        <NewNote type={type} id={record_id} />
      </Can>
      {status === 'failed' && (
        <LoadFailed title="Could not load the notes." helper={whyNotLoaded(list.error)} onRetry={list.onRetry} />
      )}
      {status === 'loading' && <AreaSkeleton label="Loading notes" height={48} />}
      {visible.map((note) => (
        <NoteItem key={note.id} note={note} onDirty={onDirty} />
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

/** The beginning of a note, to tell its draft from another. */
const shortened = (text: string) => (text.length > 60 ? `“${text.slice(0, 60)}…”` : `“${text}”`);

const keys = <span className={css.keys}>Press Ctrl+Enter to add</span>;

const NewNote = (noted: RecordReference) => {
  useOffered('Notes', [{ label: 'Add note', icon: IconNote, onClick: focusNewNote }]);
  const keyFor = useIdempotencyKey();
  const form = useForm(
    { body: '' },
    async (body) => {
      const sent = { params: paramsOf(noted), body };
      await write(noteRoutes.create, { sent, idempotencyKey: keyFor(body), drafts: draft?.keys() ?? [] });
      return body;
    },
    // The next note may have been begun while this one was under way.
    (stored) => now.current === stored && form.reset({ body: '' }),
  );
  const now = useRef(form.values);
  now.current = form.values;
  const { body } = form.values;
  const isDirty = body.trim() !== '';
  const draft = useDraft({
    subject: draftSubjects.newNote(noted.type, noted.id),
    isTyped: () => now.current.body.trim() !== '',
    content: () => now.current,
    about: (content) => shortened(String(content.body)),
    restore: (content) => form.set('body', String(content.body)),
  });
  const typed = useCallbackRef(() => draft?.typed());
  const begun = useRef(body);
  useEffect(() => {
    if (body !== begun.current) typed();
    begun.current = body;
  }, [body, typed]);
  return (
    <SubmitForm form={form} className={css.form}>
      {draft?.offers}
      <ErrorSummary errors={form.summary.filter(({ id }) => id !== 'body')} attempt={form.attempt} />
      <TextareaField
        {...form.field('body')}
        id={newNoteId}
        label="New note"
        labelHidden
        placeholder="New note"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit();
        }}
      />
      <div className={css.foot}>
        <span className={css.hint}>{draft ? draft.state(keys) : keys}</span>
        <Button type="submit" size="small" busy={form.isSaving}>
          Add note
        </Button>
      </div>
      <UnsavedChanges when={isDirty} draft={draft?.leaving} />
    </SubmitForm>
  );
};
