import { IconForms } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useParams } from 'react-router';
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

/** What is recorded about the person of the address, form by form. Nothing for those who may not read responses. */
export const ClientFormsSection = () => {
  const client_id = Number(useParams().id);
  const may = useMay();
  return may(clientFormRoutes.groups) ? (
    <Section title="Client Forms" action={<AddForm client_id={client_id} />}>
      <Groups key={client_id} client_id={client_id} />
    </Section>
  ) : null;
};

const Groups = ({ client_id }: { client_id: number }) => {
  const { data, isError, error, refetch } = useAnswer(clientFormRoutes.groups, { params: { client_id } });
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
      <ClientFormsSection />
    </>
  );
};
