import { IconForms } from '@tabler/icons-react';
import { Fragment } from 'react';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { useMay } from '#web/access/account.tsx';
import { useAnswer } from '#web/kit/answers.ts';
import { fullName, listName } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton, Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
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
  const { data, isError, error, refetch } = groups;
  if (isError) return <LoadFailed helper={whyNotLoaded(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Skeleton label="Loading forms">
        <SkeletonBlock width="100%" height={72} />
      </Skeleton>
    );
  return data.data.length > 0 ? (
    <FormGroups client_id={client_id} groups={data.data} />
  ) : (
    <EmptyState icon={IconForms} title="This Client Has No Forms" />
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
