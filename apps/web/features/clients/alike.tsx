import { useRef, useState } from 'react';
import { clientRoutes } from '#contract/resources/clients.ts';
import { useMember } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { fullName, showLife, todayIn } from '#web/kit/formats.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import css from './alike.module.css';
import { type LikelyPerson, people } from './person.ts';
import { PersonBadges } from './person-badges.tsx';

type Named = { first_name: string; last_name: string; dob: string | null };

/** How long saving waits for the question, in ms. */
const patience = 3000;

/** Those who may be the person about to be recorded. What cannot be told keeps nobody from saving. */
const alikeTo = async ({ first_name, last_name, dob }: Named): Promise<LikelyPerson[]> => {
  if (!first_name.trim() || !last_name.trim() || !dob) return [];
  const signal = AbortSignal.timeout(patience);
  const asked = call(clientRoutes.alike, { body: { first_name, last_name, dob } }, { signal });
  return asked.then(
    ({ data }) => data,
    () => [],
  );
};

/**
 * Asks before a new person is saved whether somebody who is there already is meant, once for each name and birthday.
 * @param save saves the person
 */
export const useAlike = (save: () => Promise<void>) => {
  const [found, setFound] = useState<LikelyPerson[]>([]);
  const [isAsking, setAsking] = useState(false);
  const told = useRef('');
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);

  const saveUnlessAlike = async (named: Named) => {
    if (isAsking) return;
    const key = [named.first_name, named.last_name, named.dob].join('\n');
    setAsking(true);
    const alike = told.current === key ? [] : await alikeTo(named);
    setAsking(false);
    told.current = key;
    if (alike.length > 0) setFound(alike);
    else await save();
  };

  const dialog = (
    <Confirm
      opened={found.length > 0}
      title={found.length === 1 ? 'Is It This ListedPerson?' : 'Is It One of These People?'}
      verb="Add anyway"
      onConfirm={() => {
        setFound([]);
        void save();
      }}
      onCancel={() => setFound([])}
    >
      <p>Name and date of birth are the same or almost the same. Nothing was saved yet.</p>
      <ul className={css.people}>
        {found.map((person) => (
          <li key={person.id}>
            <span className={css.who}>
              <b>{fullName(person)}</b>
              <span className={css.facts}>
                ID <code>{person.id}</code> · {showLife(person, today)}
              </span>
            </span>
            <PersonBadges person={person} quiet />
            <ButtonLink size="small" to={`${people.at}/${person.id}`} aria-label={`Open ${fullName(person)}`}>
              Open
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Confirm>
  );
  return { saveUnlessAlike, isAsking, dialog };
};
