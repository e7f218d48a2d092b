import { IconGitMerge } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useNavigate } from 'react-router';
import { clientRoutes, genders } from '#contract/resources/clients.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { usePicture } from '#web/access/picture.ts';
import { places } from '#web/access/places.ts';
import { useRemembered } from '#web/access/recent-people.ts';
import { showLife, todayIn } from '#web/kit/formats.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { detailOf, RecordScreen, useRecordActions } from '#web/screens/record-screen.tsx';
import { Ssn } from '#web/screens/ssn.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { formerly, type Person, people } from './person.ts';
import { PersonBadges } from './person-badges.tsx';

const PrintPerson = overlay('Print', async () => (await import('./print-person.tsx')).PrintPerson);

const PersonScreen = ({ record: person }: { record: Person }) => {
  const { id } = person;
  useRemembered(id);
  const may = useMay();
  const navigate = useNavigate();
  const { organization } = useMember();
  const photo = usePicture(person.photo_url);
  const { actions, dialogs } = useRecordActions(people, person);
  const { opened, open, close } = useOpened<'print'>();
  const merge = { label: 'Merge duplicates', icon: IconGitMerge, to: `${people.at}/${id}/merge` };
  useShortcut(
    { keys: 'E', label: 'Edit this person' },
    () => may(clientRoutes.update, id) && navigate(`${people.at}/${id}/edit`),
  );
  return (
    <RecordScreen
      of={people}
      record={person}
      large
      avatar={{ name: `${person.first_name} ${person.last_name}`, ...(photo ? { photo } : {}) }}
      badge={<PersonBadges person={person} />}
      facts={[
        <Fragment key="id">
          ID <code>{id}</code>
          {formerly(person)}
        </Fragment>,
        showLife(person, todayIn(organization.time_zone)),
        genders[person.gender],
        <Ssn key="ssn" id={id} />,
        // Its initial stands in the name.
        ...(person.middle_name && /\p{L}{2}/u.test(person.middle_name) ? [`Middle name ${person.middle_name}`] : []),
        ...person.category.map((category) => (
          <Link key={`category ${category.id}`} to={`${places.categories.at}/${category.id}`}>
            {category.path_name}
          </Link>
        )),
      ]}
      actions={[...(may(mergeClientRoutes.create) ? [merge] : []), ...actions]}
      onPrint={() => open('print')}
      dialogs={
        <>
          {dialogs}
          {opened && <PrintPerson person={person} onClose={close} />}
        </>
      }
      deleting="This person and their records will no longer appear in lists and searches. The platform team can bring them back."
    />
  );
};

/** One person: who they are, and in the sections below what is recorded about them. */
export const Detail = detailOf(people, PersonScreen);
