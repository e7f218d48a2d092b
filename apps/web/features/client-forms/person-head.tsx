import { Fragment } from 'react';
import { Link } from 'react-router';
import { genders } from '#contract/resources/clients.ts';
import { useMember } from '#web/access/account.tsx';
import { usePicture } from '#web/access/picture.ts';
import type { FillerHead } from '#web/forms/filling/filler.tsx';
import { fullName, listName, showLife, todayIn } from '#web/kit/formats.ts';
import type { Crumb } from '#web/ui/breadcrumbs.tsx';
import { type Person, people } from './person.ts';

/** The person whom a response is about, at the head of its page. */
export const usePersonHead = (person: Person) => {
  const { organization } = useMember();
  const photo = usePicture(person.photo_url);
  const home = `${people}/${person.id}`;
  return {
    crumbs: [
      { label: 'People', to: people },
      { label: listName(person), to: home },
    ],
    avatar: { name: `${person.first_name} ${person.last_name}`, ...(photo ? { photo } : {}) },
    facts: [
      <Link key="person" to={home}>
        {fullName(person)}
      </Link>,
      <Fragment key="id">
        ID <code>{person.id}</code>
      </Fragment>,
      showLife(person, todayIn(organization.time_zone)),
    ],
  };
};

/** The same where a form is filled in. @param own the crumbs below the person */
export const useFillerHead = (person: Person, title: string, own: Crumb[]): FillerHead => {
  const { crumbs, avatar, facts } = usePersonHead(person);
  return {
    title,
    about: fullName(person),
    crumbs: [...crumbs, ...own],
    avatar,
    facts: [...facts, genders[person.gender]],
  };
};
