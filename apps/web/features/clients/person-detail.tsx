import { IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { Outlet, useNavigate, useParams } from 'react-router';
import { clientRoutes, genders } from '#contract/resources/clients.ts';
import { useAccessActions } from '#web/access/access-actions.tsx';
import { useMay, useMember } from '#web/access/account.tsx';
import { usePicture } from '#web/access/picture.ts';
import { fullName, listName, showDate, showLife, todayIn } from '#web/kit/formats.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { DeleteRecord } from '#web/screens/delete-record.tsx';
import { RecordSummary } from '#web/screens/history.tsx';
import { Side } from '#web/screens/master-detail.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { type Person, root } from './people.tsx';
import { PersonBadges } from './person-badges.tsx';

/** One person: who they are, and in the sections below what is recorded about them. */
export const PersonDetail = () => {
  const id = Number(useParams().id);
  const { data } = useRecord(clientRoutes.show, { id }, root);
  useTitle(data && fullName(data));
  return data ? <Detail key={id} person={data} /> : <RecordSkeleton label="Loading person" />;
};

const print = { label: 'Print', icon: IconPrinter, onClick: () => window.print() };

const Detail = ({ person }: { person: Person }) => {
  const { id } = person;
  const may = useMay();
  const navigate = useNavigate();
  const { organization } = useMember();
  const [isDeleting, setDeleting] = useState(false);
  const photo = usePicture(person.photo_url);
  const access = useAccessActions({ type: 'clients', id, name: fullName(person) });
  const canEdit = may(clientRoutes.update, id);
  const edit = `${root}/${id}/edit`;
  useShortcut('E', 'Edit this person', () => canEdit && navigate(edit));
  return (
    <>
      <RecordHeader
        crumbs={[{ label: 'People', to: root }, { label: listName(person) }]}
        title={fullName(person)}
        large
        avatar={{ name: `${person.first_name} ${person.last_name}`, ...(photo ? { photo } : {}) }}
        badge={<PersonBadges person={person} />}
        facts={[
          <Fragment key="id">
            ID <code>{id}</code>
          </Fragment>,
          showLife(person, todayIn(organization.time_zone)),
          genders[person.gender],
          'SSN ••••',
        ]}
        primary={
          canEdit && (
            <ButtonLink to={edit} icon={IconPencil}>
              Edit
            </ButtonLink>
          )
        }
        actions={[
          ...access.actions,
          print,
          ...(may(clientRoutes.remove, id)
            ? [{ label: 'Delete', icon: IconTrash, danger: true, apart: true, onClick: () => setDeleting(true) }]
            : []),
        ]}
      />
      <Section title="Details">
        <DescriptionList
          facts={[
            {
              label: 'Full name',
              value: [person.first_name, person.middle_name, person.last_name].filter(Boolean).join(' '),
            },
            { label: 'Gender', value: genders[person.gender] },
            { label: 'Date of birth', value: showDate(person.dob) },
            { label: 'Last 4 of SSN', value: '••••' },
            ...(person.dod ? [{ label: 'Date deceased', value: showDate(person.dod) }] : []),
          ]}
        />
      </Section>
      <Outlet />
      <Side>
        <SideCard title="Actions">
          <ActionList actions={[...access.actions, print]} />
        </SideCard>
        <RecordSummary type="clients" id={id} />
      </Side>
      {access.dialogs}
      {isDeleting && (
        <DeleteRecord
          route={clientRoutes.remove}
          params={{ id }}
          lockVersion={person.lock_version}
          name={`person ${fullName(person)}`}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(root, { replace: true })}
        >
          The person leaves all lists and searches, with what is recorded about them. The platform team can bring them
          back.
        </DeleteRecord>
      )}
    </>
  );
};
