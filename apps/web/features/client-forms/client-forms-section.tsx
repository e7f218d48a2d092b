import { IconForms } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { useMay } from '#web/access/account.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { fullName, listName } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton, RecordSkeleton } from '#web/ui/skeleton.tsx';
import { usePhone } from '#web/ui/use-room.ts';
import { AddForm } from './add-form.tsx';
import { FormGroups } from './form-groups.tsx';
import { people, usePerson } from './person.ts';

/** Lists a person's responses by form. On a phone, Add a Form is at the foot of the person's page instead. */
export const ClientFormsSection = ({ id }: { id: number }) => {
  const isPhone = usePhone();
  return <ResponsesOfPerson client_id={id} action={isPhone ? undefined : <AddForm client_id={id} />} />;
};

/** Nothing for people who can't read responses. */
const ResponsesOfPerson = (props: OfPersonProps) =>
  useMay()(clientFormRoutes.groups) ? <OfPerson {...props} /> : null;

type OfPersonProps = { client_id: number; action: ReactNode };

const OfPerson = ({ client_id, action }: OfPersonProps) => {
  const groups = useRouteQuery(clientFormRoutes.groups, { params: { client_id } });
  const count = groups.data?.data.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section title="Client Forms" tab={{ key: 'client-forms', count }} action={action}>
      <Groups client_id={client_id} groups={groups} />
    </Section>
  );
};

type GroupsQuery = ReturnType<typeof useRouteQuery<typeof clientFormRoutes.groups>>;

const Groups = ({ client_id, groups }: { client_id: number; groups: GroupsQuery }) => {
  return (
    <Answered of={groups} skeleton={<AreaSkeleton label="Loading forms" height={72} />}>
      {({ data }) =>
        data.length > 0 ? (
          <FormGroups client_id={client_id} groups={data} />
        ) : (
          <EmptyState icon={IconForms} title="This Client Has No Forms" />
        )
      }
    </Answered>
  );
};

/** The same as a page of its own. */
export const ClientFormsPage = () => {
  const person = usePerson();
  useTitle(person && fullName(person), 'Client forms');
  if (!person) return <RecordSkeleton label="Loading forms" />;
  return (
    <>
      <RecordHeader
        crumbs={[
          { label: 'People', to: people },
          { label: listName(person), to: `${people}/${person.id}` },
          { label: 'Client forms' },
        ]}
        title={fullName(person)}
        avatar={{ name: `${person.first_name} ${person.last_name}` }}
        facts={[
          <Fragment key="id">
            ID <code>{person.id}</code>
          </Fragment>,
        ]}
      />
      <ResponsesOfPerson client_id={person.id} action={<AddForm client_id={person.id} />} />
    </>
  );
};
