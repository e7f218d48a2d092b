import { useRef, useState } from 'react';
import { clientRoutes } from '#contract/resources/clients.ts';
import { useMember } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { todayIn } from '#web/kit/formats.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { MatchList } from '#web/ui/match-list.tsx';
import { matchOf } from './match.tsx';
import type { LikelyPerson } from './person.ts';

type PersonIdentity = { first_name: string; last_name: string; dob: string | null };

/** How long saving waits for the question, in ms. */
const timeoutMs = 3000;

/** Those who may be the person about to be recorded. What cannot be told keeps nobody from saving. */
const alikeTo = async ({ first_name, last_name, dob }: PersonIdentity): Promise<LikelyPerson[]> => {
  if (!first_name.trim() || !last_name.trim() || !dob) return [];
  const signal = AbortSignal.timeout(timeoutMs);
  const asked = call(clientRoutes.alike, { body: { first_name, last_name, dob } }, { signal });
  return asked.then(
    ({ data }) => data,
    () => [],
  );
};

/**
 * Asks before a new person is saved whether somebody who is there already is meant: once for each whom nobody has looked at.
 * @param save saves the person
 */
export const useAlike = (save: () => Promise<void>) => {
  const [found, setFound] = useState<LikelyPerson[]>([]);
  const [isAsking, setAsking] = useState(false);
  const seen = useRef(new Set<number>());
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);

  /** Says that somebody has looked at these people, and added another one all the same. */
  const haveSeen = (looked: readonly LikelyPerson[]) => {
    for (const { id } of looked) seen.current.add(id);
  };

  const saveUnlessAlike = async (named: PersonIdentity) => {
    if (isAsking) return;
    setAsking(true);
    const alike = (await alikeTo(named)).filter(({ id }) => !seen.current.has(id));
    setAsking(false);
    haveSeen(alike);
    if (alike.length > 0) setFound(alike);
    else await save();
  };

  const dialog = (
    <Confirm
      opened={found.length > 0}
      title={found.length === 1 ? 'Is it this person?' : 'Is it one of these people?'}
      verb="Add anyway"
      onConfirm={() => {
        setFound([]);
        void save();
      }}
      onCancel={() => setFound([])}
    >
      <p>The new person isn’t saved yet.</p>
      <MatchList matches={found.map((person) => matchOf(person, today))} />
    </Confirm>
  );
  return { saveUnlessAlike, haveSeen, isAsking, dialog };
};
