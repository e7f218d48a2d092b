import { type ReactNode, useEffect, useRef } from 'react';
import { counted } from '#web/kit/formats.ts';
import { type DraftOnScreen, useDraft } from '#web/screens/use-draft.tsx';
import { chosenFiles, draftOf, type FillingDraft, takeUp } from './draft.ts';
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
  const draft = useDraft({
    subject,
    isTyped: () => filling.overview().isDirty || beside.isTyped(),
    content: () => ({ ...draftOf(filling), ...beside.content() }),
    files: () => chosenFiles(filling),
    about: (content) => {
      const { told, files } = content as FillingDraft;
      return counted(Object.keys({ ...told, ...files }).length, 'answer');
    },
    restore: (content, files) => {
      beside.restore(content);
      takeUp(filling, content as FillingDraft, files);
    },
  });
  const typed = useRef(draft?.typed);
  typed.current = draft?.typed;
  useEffect(() => {
    const stop = filling.subscribe('typing')(() => typed.current?.());
    return () => void stop();
  }, [filling]);
  return { draft, drafts: draft?.offers };
};
