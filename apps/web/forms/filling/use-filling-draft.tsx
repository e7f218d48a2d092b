import { type ReactNode, useEffect, useRef, useState } from 'react';
import { counted } from '#web/kit/formats.ts';
import { type DraftOnScreen, useDraft } from '#web/screens/use-draft.tsx';
import { Button } from '#web/ui/button.tsx';
import { DraftLine, DraftLines } from '#web/ui/draft-line.tsx';
import { draftOf, type FillingDraft, fitting, type Leftover } from './draft.ts';
import type { Filling } from './filling.ts';

/** What stands beside the answers in a draft, such as the version that they change. */
type Beside = {
  content: () => object;
  isTyped: () => boolean;
  restore: (content: Record<string, unknown>) => void;
};

const nothing: Beside = { content: () => ({}), isTyped: () => false, restore: () => {} };

/** Keeps a draft of a form that is being filled in, and offers those that there are. */
export const useFillingDraft = (
  filling: Filling,
  subject: string,
  beside: Beside = nothing,
): { draft: DraftOnScreen | null; drafts: ReactNode } => {
  const [leftovers, setLeftovers] = useState<Leftover[]>([]);
  const draft = useDraft({
    subject,
    isTyped: () => filling.overview().isDirty || beside.isTyped(),
    content: () => ({ ...draftOf(filling, leftovers), ...beside.content() }),
    about: (content) => counted(Object.keys((content as FillingDraft).told).length, 'answer'),
    restore: (content) => {
      const left = content as FillingDraft;
      const fits = fitting(left, filling.entries());
      const began = filling.began();
      const from = began && { ...began, ...left.from };
      setLeftovers(fits.leftovers);
      beside.restore(content);
      filling.replace({ ...from, ...fits.answers }, from);
    },
  });
  const typed = useRef(draft?.typed);
  typed.current = draft?.typed;
  useEffect(() => {
    const stop = filling.subscribe('typing')(() => typed.current?.());
    return () => void stop();
  }, [filling]);
  return {
    draft,
    drafts: (
      <>
        {draft?.offers}
        {leftovers.length > 0 && (
          <DraftLines>
            <DraftLine actions={<Button onClick={() => setLeftovers([])}>Done</Button>}>
              <p>The form has changed since. These answers of the draft fit it no more:</p>
              <ul>
                {leftovers.map(({ name, text }) => (
                  <li key={`${name} ${text}`}>
                    <b>{name}</b>: {text}
                  </li>
                ))}
              </ul>
            </DraftLine>
          </DraftLines>
        )}
      </>
    ),
  };
};
