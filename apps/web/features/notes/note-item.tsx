import { useEffect, useState } from 'react';
import { noteRoutes } from '#contract/resources/notes.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { ApiError } from '#web/kit/api.ts';
import { fullName } from '#web/kit/formats.ts';
import { queries } from '#web/kit/queries.ts';
import { write } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import type { NoteRecord, OnDirty } from './note.ts';
import css from './notes.module.css';

const focus = (input: HTMLTextAreaElement | null) => input?.focus();

/** One note: who wrote it and when, and for those who may, changing, undoing and deleting it, each after a question. */
export const NoteItem = ({ note, onDirty }: { note: NoteRecord; onDirty: OnDirty }) => {
  const { id, notable_type, notable_id, lock_version, body, user, created_at, updated_at, undoable_version_id } = note;
  const may = useMay();
  const timeZone = useZone();
  const [draft, setDraft] = useState<string | null>(null);
  const { opened, open, close } = useOpened<'save' | 'delete' | 'undo'>();
  const params = { notable_type, notable_id, id };
  const isDirty = draft !== null && draft !== body;
  useEffect(() => {
    onDirty(id, isDirty);
    return () => onDirty(id, false);
  }, [id, isDirty, onDirty]);
  const author = fullName(user) || 'System';

  /** After a conflict, loads the other person's change before showing the error, so that saving again works. */
  const seen = async (error: unknown): Promise<never> => {
    if (error instanceof ApiError && error.status === 409) await queries.reload(noteRoutes.page);
    throw error;
  };
  const save = async () => {
    await write(noteRoutes.update, { sent: { params, body: { body: draft ?? body, lock_version } } }).catch(seen);
    setDraft(null);
    close();
  };
  const undo = async () => {
    const version_id = undoable_version_id as number;
    await write(noteRoutes.undo, { sent: { params, body: { version_id } } }).catch(seen);
    close();
  };
  const remove = async () => {
    await write(noteRoutes.remove, { sent: { params, body: { lock_version } } }).catch(seen);
    close();
  };

  return (
    <article className={css.note} aria-label={`Note by ${author}`}>
      <p className={css.head}>
        <span>{author}</span>
        <span>
          <RelativeTime at={created_at} timeZone={timeZone} />
          {updated_at !== created_at && ', changed'}
        </span>
      </p>
      {draft === null ? (
        <p className={css.body}>{body}</p>
      ) : (
        <TextareaField label="Edit note" labelHidden ref={focus} value={draft} onChange={setDraft} />
      )}
      <div className={css.actions}>
        {draft !== null ? (
          <>
            <Button tone="subtle" size="small" onClick={() => (isDirty ? open('save') : setDraft(null))}>
              Save
            </Button>
            <Button tone="subtle" size="small" onClick={() => setDraft(null)}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            {may(noteRoutes.update) && (
              <Button tone="subtle" size="small" onClick={() => setDraft(body)}>
                Edit
              </Button>
            )}
            {undoable_version_id !== null && (
              <Button tone="subtle" size="small" onClick={() => open('undo')}>
                Undo change
              </Button>
            )}
            {may(noteRoutes.remove) && (
              <Button tone="subtle" size="small" data-danger onClick={() => open('delete')}>
                Delete
              </Button>
            )}
          </>
        )}
      </div>
      {opened === 'save' && (
        <ConfirmWrite title="Save note" verb="Save" write={save} onClose={close}>
          The note will be replaced with: “{body}”
        </ConfirmWrite>
      )}
      {opened === 'undo' && (
        <ConfirmWrite title="Undo change to note" verb="Undo change" write={undo} onClose={close}>
          The note goes back to how it was before the last change. You can undo this, too.
        </ConfirmWrite>
      )}
      {opened === 'delete' && (
        <ConfirmWrite title="Delete note" verb="Delete" danger write={remove} onClose={close}>
          The note by {author} will be deleted for everyone.
        </ConfirmWrite>
      )}
    </article>
  );
};
