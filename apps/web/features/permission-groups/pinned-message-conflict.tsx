import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { useAnswer } from '#web/kit/answers.ts';
import { showDateTime } from '#web/kit/formats.ts';
import type { Form } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { type MessageValues, previewOf, valuesOf } from './pinned-message.ts';
import css from './pinned-messages.module.css';

/** Somebody else saved the message meanwhile: theirs beside what is typed here, and which of the two to keep. */
export const MessageConflict = ({ form, id, zone }: { form: Form<MessageValues>; id: number; zone: string }) => {
  const { data, isError, refetch } = useAnswer(
    pinnedMessageRoutes.show,
    { params: { id } },
    { gcTime: 0, staleTime: 0 },
  );
  if (isError) return <LoadFailed title="Could not load the other changes." onRetry={() => void refetch()} />;
  return (
    <div role="alert" className={css.conflict} aria-busy={!data}>
      <p>
        <b>Somebody else changed this message while you were editing. What you typed is still here.</b>
      </p>
      {data && (
        <>
          <p>
            Theirs: {data.subject}. {previewOf(data.body)} Expires {showDateTime(data.expired_at, zone)}.
          </p>
          <div className={css.tools}>
            <Button
              onClick={() =>
                void form.submitWith({ ...form.values, lock_version: data.lock_version }, valuesOf(data, zone))
              }
            >
              Save mine instead
            </Button>
            <Button onClick={() => form.reset(valuesOf(data, zone))}>Load theirs</Button>
          </div>
        </>
      )}
    </div>
  );
};
