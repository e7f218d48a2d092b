import { matchReasons } from '#contract/resources/clients.ts';
import { fullName, showLife } from '#web/kit/formats.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import type { Match } from '#web/ui/match-list.tsx';
import { type LikelyPerson, people } from './person.ts';
import { PersonBadges } from './person-badges.tsx';

/** One of those who may be the person sought, with the reasons. */
export const matchOf = (person: LikelyPerson, today: string): Match => ({
  key: person.id,
  name: fullName(person),
  badge: <PersonBadges person={person} />,
  facts: (
    <>
      ID <code>{person.id}</code> · {showLife(person, today)}
    </>
  ),
  reasons: person.reasons.map((reason) => matchReasons[reason]),
  action: (
    <ButtonLink to={`${people.at}/${person.id}`} aria-label={`Open ${fullName(person)}`}>
      Open
    </ButtonLink>
  ),
});
