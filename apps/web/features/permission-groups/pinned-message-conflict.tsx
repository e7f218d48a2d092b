import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import type { Form } from '#web/kit/use-form.ts';
import { ConflictNote } from '#web/screens/conflict-note.tsx';
import { type MessageValues, previewOf, valuesOf } from './pinned-message.ts';

/** Somebody else saved the message meanwhile: theirs beside what is typed here, and which of the two to keep. */
export const MessageConflict = ({ form, id, zone }: { form: Form<MessageValues>; id: number; zone: string }) => (
  <ConflictNote
    of={useRouteQuery(pinnedMessageRoutes.show, { params: { id } }, { gcTime: 0, staleTime: 0 })}
    title="Someone else changed this message while you were editing. Your changes are still here."
    theirs={({ subject, body, expired_at }) => (
      <p>
        Theirs: {subject}. {previewOf(body)} Expires {showDateTime(expired_at, zone)}.
      </p>
    )}
    choices={(theirs) => [
      {
        label: 'Save mine instead',
        onChoose: () =>
          void form.submitWith({ ...form.values, lock_version: theirs.lock_version }, valuesOf(theirs, zone)),
      },
      { label: 'Load theirs', onChoose: () => form.reset(valuesOf(theirs, zone)) },
    ]}
  />
);
