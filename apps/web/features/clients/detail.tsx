import { IconPrinter } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useNavigate } from 'react-router';
import { clientRoutes, genders } from '#contract/resources/clients.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { usePicture } from '#web/access/picture.ts';
import { showLife, todayIn } from '#web/kit/formats.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { detailOf, RecordScreen, useRecordActions } from '#web/screens/record-screen.tsx';
import { type Person, people } from './person.ts';
import { PersonBadges } from './person-badges.tsx';
import { useRemembered } from './recent.ts';
import { Ssn } from './ssn.tsx';

const print = { label: 'Print', icon: IconPrinter, onClick: () => window.print() };

const PersonScreen = ({ record: person }: { record: Person }) => {
  const { id } = person;
  useRemembered(id);
  const may = useMay();
  const navigate = useNavigate();
  const { organization } = useMember();
  const photo = usePicture(person.photo_url);
  const { actions, dialogs } = useRecordActions(people, person);
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
        </Fragment>,
        showLife(person, todayIn(organization.time_zone)),
        genders[person.gender],
        <Ssn key="ssn" id={id} />,
        // Its initial stands in the name.
        ...(person.middle_name && /\p{L}{2}/u.test(person.middle_name) ? [`Middle name ${person.middle_name}`] : []),
      ]}
      actions={[...actions, print]}
      dialogs={dialogs}
      deleting="The person leaves all lists and searches, with what is recorded about them. The platform team can bring them back."
    />
  );
};

/** One person: who they are, and in the sections below what is recorded about them. */
export const Detail = detailOf(people, PersonScreen);
