import { IconCopy, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { useZone } from '#web/access/account.tsx';
import { Answered } from '#web/forms/answered.tsx';
import { fullName, showDateTime } from '#web/kit/formats.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { Side } from '#web/screens/beside.tsx';
import { DeleteRecord } from '#web/screens/delete-record.tsx';
import { RecordSummary } from '#web/screens/history.tsx';
import { RecordCards, RecordNotices } from '#web/screens/record-contributions.tsx';
import { useRecordTools } from '#web/screens/record-tools.tsx';
import { formatZonedDateTime } from '#web/ui/dates.ts';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import type { Instance } from './form-groups.tsx';
import { type Person, people, responsesOf, usePerson } from './person.ts';
import { usePersonHead } from './person-head.tsx';

const DuplicateResponse = overlay(
  'Duplicate',
  async () => (await import('./duplicate-response.tsx')).DuplicateResponse,
);

/** One response: what was asked and answered. */
export const ResponseScreen = () => {
  const { id, response_id } = useParams();
  const params = { client_id: Number(id), id: Number(response_id) };
  const person = usePerson();
  const { data } = useRecord(clientFormRoutes.show, params, responsesOf(params.client_id));
  if (!person || !data) return <RecordSkeleton label="Loading response" />;
  return <ResponseDetail key={data.id} person={person} response={data} />;
};

const PrintResponse = overlay('Print', async () => (await import('./print-response.tsx')).PrintResponse);

const ResponseDetail = ({ person, response }: { person: Person; response: Instance }) => {
  const { id, client_id, form_name, completed_at } = response;
  const navigate = useNavigate();
  const zone = useZone();
  const { opened, open, close } = useOpened<'delete' | 'duplicate' | 'print'>();
  const { crumbs, ...head } = usePersonHead(person);
  const home = `${people}/${client_id}`;
  const edit = `${responsesOf(client_id)}/${id}/edit`;
  const canEdit = response.actions.includes('write');
  const recorded = showDateTime(completed_at, zone);
  const access = useRecordTools({ type: 'client_forms', id, name: `${form_name}, ${recorded}. ${fullName(person)}` });
  useTitle(fullName(person), form_name);
  useShortcut({ keys: 'E', label: 'Edit this response' }, () => canEdit && navigate(edit));
  const duplicate = canEdit ? [{ label: 'Duplicate', icon: IconCopy, onClick: () => open('duplicate') }] : [];
  const print = { label: 'Print', icon: IconPrinter, onClick: () => open('print') };
  const actions = [...duplicate, ...access.actions, print];
  return (
    <>
      <RecordHeader
        {...head}
        crumbs={[...crumbs, { label: form_name }, { label: recorded }]}
        title={form_name}
        edit={canEdit ? edit : undefined}
        actions={[
          ...actions,
          ...(response.actions.includes('remove')
            ? [{ label: 'Delete', icon: IconTrash, danger: true, apart: true, onClick: () => open('delete') }]
            : []),
        ]}
      />
      <RecordNotices type="client_forms" id={id} />
      <Answered {...response} recorded={formatZonedDateTime(completed_at, zone)} />
      <Side>
        <SideCard title="Actions">
          <ActionList actions={actions} />
        </SideCard>
        <RecordCards type="client_forms" id={id} />
        <RecordSummary type="client_forms" id={id} />
      </Side>
      {access.dialogs}
      {opened === 'print' && <PrintResponse person={person} response={response} onClose={close} />}
      {opened === 'duplicate' && <DuplicateResponse person={person} response={response} onClose={close} />}
      {opened === 'delete' && (
        <DeleteRecord
          route={clientFormRoutes.remove}
          params={{ client_id, id }}
          lockVersion={response.lock_version}
          name={`response ${form_name} of ${recorded}`}
          onClose={close}
          onDeleted={() => navigate(home, { replace: true })}
        >
          This permanently deletes the answers of {fullName(person)} and their files.
        </DeleteRecord>
      )}
    </>
  );
};
