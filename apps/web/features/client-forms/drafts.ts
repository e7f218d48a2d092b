import { useEffect, useState } from 'react';
import { useMember } from '#web/kit/account.tsx';
import { session } from '#web/kit/session.ts';
import type { Filling } from './filling.ts';

type Answers = Record<string, unknown>;

/** What somebody had typed when their session ended, by person and place. Only in memory, and only for them. */
const drafts = new Map<string, Answers>();

/**
 * Keeps the answers of who is cut off while filling in a form, until the same person comes back to it.
 * @param place which form of whom
 * @returns whether answers were brought back
 */
export const useDraft = (place: string, filling: Filling, stored: Answers): boolean => {
  const { account } = useMember();
  const key = `${account.id} ${place}`;
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    const draft = drafts.get(key);
    drafts.delete(key);
    if (draft) {
      filling.replace(draft, stored);
      setRestored(true);
    }
    return () => {
      const wasCutOff = session.token() === null && session.ending() !== 'signed out';
      if (wasCutOff && filling.overview().isDirty) drafts.set(key, filling.values());
    };
  }, [key, filling, stored]);
  return isRestored;
};
