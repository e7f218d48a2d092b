import { type ReactNode, useEffect, useRef, useState } from 'react';
import { counted } from '#web/kit/formats.ts';
import { type DraftOnScreen, useDraft } from '#web/screens/use-draft.tsx';
import { Button } from '#web/ui/button.tsx';
import { DraftLine, DraftLines } from '#web/ui/draft-line.tsx';
import { chosenFiles, draftOf, type FillingDraft, fitting, type Leftover } from './draft.ts';
import type { Filling } from './filling.ts';

/** What stands beside the answers in a draft, such as the version that they change. */
type Beside = {
  content: () => object;
  isTyped: () => boolean;
  restore: (content: Record<string, unknown>) => void;
};

const nothing: Beside = { content: () => ({}), isTyped: () => false, restore: () => {} };

const Leftovers = ({ words, of }: { words: string; of: readonly Leftover[] }) =>
  of.length > 0 && (
    <>
      <p>{words}</p>
      <ul>
        {of.map(({ name, text }) => (
          <li key={`${name} ${text}`}>
            <b>{name}</b>: {text}
          </li>
        ))}
      </ul>
    </>
  );

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
    files: () => chosenFiles(filling),
    about: (content) => {
      const { told, files } = content as FillingDraft;
      return counted(Object.keys({ ...told, ...files }).length, 'answer');
    },
    restore: (content, files) => {
      const left = content as FillingDraft;
      const fits = fitting(left, filling.entries(), files);
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
              <Leftovers
                words="The form has changed since. These answers of the draft fit it no more:"
                of={leftovers.filter(({ isFile }) => !isFile)}
              />
              <Leftovers
                words="These files could not be kept with the draft. Choose them again:"
                of={leftovers.filter(({ isFile }) => isFile)}
              />
            </DraftLine>
          </DraftLines>
        )}
      </>
    ),
  };
};
