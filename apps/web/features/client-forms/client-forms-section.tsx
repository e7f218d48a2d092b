import { IconForms } from '@tabler/icons-react';
import { Fragment } from 'react';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { useMay } from '#web/access/account.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { useAnswer } from '#web/kit/answers.ts';
import { fullName, listName } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton, RecordSkeleton } from '#web/ui/skeleton.tsx';
import { AddForm } from './add-form.tsx';
import { FormGroups } from './form-groups.tsx';
import { people, usePerson } from './person.ts';

/** What is recorded about a person, form by form. Nothing for those who may not read responses. */
export const ClientFormsSection = ({ id }: { id: number }) =>
  useMay()(clientFormRoutes.groups) ? <OfPerson client_id={id} /> : null;

const OfPerson = ({ client_id }: { client_id: number }) => {
  const groups = useAnswer(clientFormRoutes.groups, { params: { client_id } });
  const count = groups.data?.data.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section title="Client Forms" tab={{ key: 'client-forms', count }} action={<AddForm client_id={client_id} />}>
      <Groups client_id={client_id} groups={groups} />
    </Section>
  );
};

type Asked = ReturnType<typeof useAnswer<typeof clientFormRoutes.groups>>;

const Groups = ({ client_id, groups }: { client_id: number; groups: Asked }) => {
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
      <ClientFormsSection id={person.id} />
    </>
  );
};
