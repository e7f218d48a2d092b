import { useCallbackRef } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMember } from '#web/access/account.tsx';
import { ownBox } from '#web/access/drafts/device-box.ts';
import { createKeeper } from '#web/access/drafts/keeper.ts';
import { deviceSecrets, keepOnDevice, sendDraft } from '#web/access/drafts/kept-drafts.ts';
import { session } from '#web/access/session.ts';
import { draftIsKept } from '#web/parts/absence.ts';
import { DraftOffers, discardDraft } from './draft-offers.tsx';
import { DraftState, WhenLeaving } from './draft-state.tsx';

/** The most that a browser sends of a page that goes, with some room for what else is on its way. */
const mostKeptAlive = 50_000;
const patience = 10_000;

type Drafted = {
  /** What it is a draft of: see `draftSubjects`. */
  subject: string;
  /** Whether anything differs from what the form began with. Asked at each key. */
  isTyped: () => boolean;
  /** What is typed, as JSON can hold it. */
  content: () => object;
  /** A few words that tell one draft from another, such as the name that was typed. */
  about: (content: Record<string, unknown>) => string;
  /** Takes what a draft holds into the form. */
  restore: (content: Record<string, unknown>) => void;
};

/** A form whose draft is kept, as its screen uses it. */
export type DraftOnScreen = {
  /** To be called at each change. */
  typed: () => void;
  /** What the foot says. @param waiting the words while nothing is kept yet */
  state: (waiting: string) => ReactNode;
  /** The drafts that there are already, above the form. */
  offers: ReactNode;
  /** What becomes of it, for who is asked whether to leave. */
  leaving: ReactNode;
  /** Keeps a draft at once. */
  save: () => void;
  /** The drafts of which a call that saves makes an end. */
  keys: () => string[];
  /** It is saved. */
  over: () => void;
};

/** Keeps a draft of a form, and offers those that there are. Null for who acts for somebody: their drafts are their own. */
export const useDraft = (drafted: Drafted): DraftOnScreen | null => {
  const { account } = useMember();
  const { subject } = drafted;
  const [isOwn] = useState(() => session.acting() === null);
  /** The draft that was taken into the form: it ends where this one begins. */
  const restored = useRef<string>(undefined);
  const isTyped = useCallbackRef(drafted.isTyped);
  const content = useCallbackRef(drafted.content);
  const [keeper] = useState(() =>
    createKeeper({
      isTyped,
      content,
      send: async (typed, isLast) => {
        const replaces = restored.current;
        const signal = AbortSignal.timeout(patience);
        const keepalive = isLast && typed.content.length < mostKeptAlive;
        const saved_at = await sendDraft({ ...typed, subject, replaces }, keepalive ? { keepalive } : { signal });
        if (restored.current === replaces) restored.current = undefined;
        return saved_at;
      },
      discard: discardDraft,
      keepHere: (typed) => keepOnDevice(account.id, { ...typed, subject, replaces: restored.current }),
      forgetHere: (key) => ownBox(account.id).remove(key),
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
    addEventListener('pagehide', last);
    addEventListener('online', keeper.retry);
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      end();
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
        onRestore={(draft) => {
          const aside = keeper.setAside();
          restored.current = draft.key;
          drafted.restore(JSON.parse(draft.content));
          return aside;
        }}
      />
    ),
    leaving: <WhenLeaving keeper={keeper} />,
    save: () => keeper.flush(),
    keys: () => [keeper.key(), ...(restored.current ? [restored.current] : [])],
    over: keeper.over,
  };
};
