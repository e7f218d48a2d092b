import { type ReactNode, useSyncExternalStore } from 'react';
import { useZone } from '#web/access/account.tsx';
import { type DraftStatus, draftStatus } from '#web/access/drafts/draft-state.ts';
import type { DraftSync } from '#web/access/drafts/draft-sync.ts';
import { formatTime } from '#web/ui/dates.ts';
import { SaveState } from '#web/ui/save-bar.tsx';

/** Whether it is this device's network that is missing, or nobody answers at the other end of it. */
const missing = () => (navigator.onLine ? 'Hearth cannot be reached' : 'Offline');

const lost = {
  'no room': 'and this device is full. Stay on this page',
  'no key': 'and your draft isn’t saved. Stay on this page',
};

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Names the files that a draft could not take. */
const withoutWords = (names: readonly string[]) => (names.length > 0 ? ` without ${listed.format(names)}` : '');

const wordsOf = (told: DraftStatus, zone: string): { kind: 'saving' | 'saved' | 'offline'; text: string } | null => {
  switch (told.kind) {
    case 'saving':
      return { kind: 'saving', text: 'Saving draft…' };
    case 'saved':
      return { kind: 'saved', text: `Draft saved ${formatTime(told.at, zone)}${withoutWords(told.without)}` };
    case 'here':
      return { kind: 'offline', text: `${missing()}, kept on this device` };
    case 'lost':
      return { kind: 'offline', text: told.lost ? `${missing()}, ${lost[told.lost]}` : missing() };
    case 'refused':
      return { kind: 'offline', text: `Draft not saved: ${told.words}` };
    default:
      return null;
  }
};

/** What somebody is told of a draft; drawn again only when that changes, not at each key. */
const useDraftStatus = (keeper: DraftSync): DraftStatus =>
  JSON.parse(useSyncExternalStore(keeper.subscribe, () => JSON.stringify(draftStatus(keeper.keeping()))));

/** Where the draft is, at the foot of the form. */
export const DraftState = ({ keeper, waiting }: { keeper: DraftSync; waiting: ReactNode }) => {
  const zone = useZone();
  const told = useDraftStatus(keeper);
  const words = wordsOf(told, zone);
  if (words) return <SaveState {...words} />;
  return waiting;
};

/** What becomes of the draft, where somebody is asked whether to leave. */
export const WhenLeaving = ({ keeper }: { keeper: DraftSync }) => {
  const told = useDraftStatus(keeper);
  if (told.kind === 'lost' || told.kind === 'refused')
    return <p>Your draft isn’t saved. If you leave, you’ll lose your changes.</p>;
  if (told.kind === 'here')
    return <p>Your draft is kept on this device only. It’s saved when you’re back online, and lost if you log out.</p>;
  if (told.kind === 'saved' && told.without.length > 0)
    return (
      <p>
        Your draft is kept for 30 days{withoutWords(told.without)}. You can restore it when you come back to this form.
      </p>
    );
  return <p>Your draft is kept for 30 days. You can restore it when you come back to this form.</p>;
};
