import { useCallbackRef } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { draftSubjectOf } from '#contract/resources/drafts.ts';
import { useMember } from '#web/access/account.tsx';
import { createDraftSync } from '#web/access/drafts/draft-sync.ts';
import { bringFile, chosenIn, deviceSecrets, keepOnDevice, sendDraft } from '#web/access/drafts/kept-drafts.ts';
import { ownStore } from '#web/access/drafts/offline-store.ts';
import { session } from '#web/access/session.ts';
import { draftIsKept } from '#web/parts/absence.ts';
import { DraftOffers, discardDraft } from './draft-offers.tsx';
import { DraftState, WhenLeaving } from './draft-state.tsx';

/** The most that a browser sends of a page that goes, with some room for what else is on its way. */
const maxKeptAlive = 50_000;
const timeoutMs = 10_000;

type DraftOptions = {
  /** What it is a draft of: see `draftSubjects`. */
  subject: string;
  /** Whether anything differs from what the form began with. Asked at each key. */
  isTyped: () => boolean;
  /** What is typed, as JSON can hold it. */
  content: () => object;
  /** The files that were chosen and are stored nowhere else, each time in the same order. */
  files?: () => readonly File[];
  /** A few words that tell one draft from another, such as the name that was typed. */
  about: (content: Record<string, unknown>) => string;
  /** Takes what a draft holds into the form, and its files in their order: null for one that could not be kept. */
  restore: (content: Record<string, unknown>, files: readonly (File | null)[]) => void;
};

/** A form whose draft is kept, as its screen uses it. */
export type DraftOnScreen = {
  /** To be called at each change. */
  typed: () => void;
  /** What the foot says. @param waiting the words while nothing is kept yet */
  state: (waiting: ReactNode) => ReactNode;
  /** The drafts that there are already, above the form. */
  offers: ReactNode;
  /** What becomes of it, for who is asked whether to leave. */
  leaving: ReactNode;
  /** Keeps a draft at once. */
  save: () => void;
  /** The drafts of which a call that saves makes an end; of a stored record also those that were passed over. */
  keys: () => string[];
  /** It is saved. */
  over: () => void;
};

/**
 * Whether it is about one stored record: once that is saved, what was passed over is older than it. A draft of a new record
 * may be of another one, and stays.
 */
const isOfStored = (subject: string): boolean => {
  const of = draftSubjectOf(subject);
  return of !== null && 'id' in of && of.id !== null && of.kind !== 'new_record';
};

/** Keeps a draft of a form, and offers those that there are. Null for who acts for somebody: their drafts are their own. */
export const useDraft = (drafted: DraftOptions): DraftOnScreen | null => {
  const { account } = useMember();
  const { subject } = drafted;
  const [isOwn] = useState(() => session.acting() === null);
  /** The draft that was taken into the form: it ends where this one begins. */
  const restored = useRef<string>(undefined);
  /** Those that were offered and not taken up. */
  const passedOver = useRef<readonly string[]>([]);
  const isTyped = useCallbackRef(drafted.isTyped);
  const content = useCallbackRef(drafted.content);
  const chosen = useCallbackRef(() => drafted.files?.() ?? []);
  const [keeper] = useState(() =>
    createDraftSync({
      isTyped,
      content,
      chosen,
      bring: bringFile,
      send: async (typed, isLast) => {
        const replaces = restored.current;
        const signal = AbortSignal.timeout(timeoutMs);
        const keepalive = isLast && typed.content.length < maxKeptAlive;
        const saved_at = await sendDraft({ ...typed, subject, replaces }, keepalive ? { keepalive } : { signal });
        if (restored.current === replaces) restored.current = undefined;
        return saved_at;
      },
      discard: discardDraft,
      keepHere: (typed) => keepOnDevice(account.id, { ...typed, subject, replaces: restored.current }),
      forgetHere: (key) => ownStore(account.id).remove(key),
    }),
  );

  useEffect(() => {
    if (!isOwn) return;
    keeper.enter();
    const end = draftIsKept();
    // Asked for while there is a connection: without one it is too late.
    void deviceSecrets(account.id).catch(() => {});
    const last = () => keeper.flush(true);
    const whenHidden = () => document.visibilityState === 'hidden' && last();
    // Before the browser asks whether to leave there is time for what is too large to outlast the page.
    addEventListener('beforeunload', last);
    addEventListener('pagehide', last);
    addEventListener('online', keeper.retry);
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      end();
      removeEventListener('beforeunload', last);
      removeEventListener('pagehide', last);
      removeEventListener('online', keeper.retry);
      document.removeEventListener('visibilitychange', whenHidden);
      keeper.leave();
    };
  }, [isOwn, keeper, account.id]);

  if (!isOwn) return null;
  return {
    typed: keeper.typed,
    state: (waiting) => <DraftState keeper={keeper} waiting={waiting} />,
    offers: (
      <DraftOffers
        subject={subject}
        about={drafted.about}
        isOwn={(key) => key === keeper.key()}
        onOffered={(offered) => {
          passedOver.current = offered;
        }}
        onRestore={(draft, files) => {
          const aside = keeper.setAside();
          restored.current = draft.key;
          for (const [index, { id }] of chosenIn(draft.content).entries()) {
            const file = files[index];
            if (file && id !== undefined) keeper.take(file, id);
          }
          drafted.restore(JSON.parse(draft.content), files);
          return aside;
        }}
      />
    ),
    leaving: <WhenLeaving keeper={keeper} />,
    save: () => keeper.flush(),
    keys: () => [
      keeper.key(),
      ...(restored.current ? [restored.current] : []),
      ...(isOfStored(subject) ? passedOver.current : []),
    ],
    over: keeper.over,
  };
};
