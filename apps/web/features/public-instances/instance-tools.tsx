import { IconPrinter, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { useZone } from '#web/access/account.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { DeleteRecord } from '#web/screens/delete-record.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { LinkPanel } from './link-panel.tsx';
import { formAt, type Instance } from './public-forms.ts';

const PrintInstance = overlay('Print', async () => (await import('./print-instance.tsx')).PrintInstance);

/** What is done with a public response besides answering: telling whose it is, printing and deleting it. */
export const useInstanceTools = (instance: Instance) => {
  const { public_form_id, id, form_id, form_name, completed_at, lock_version, linked } = instance;
  const navigate = useNavigate();
  const zone = useZone();
  const { opened, open, close } = useOpened<'print' | 'delete'>();
  const actions = [
    { label: 'Print', icon: IconPrinter, onClick: () => open('print') },
    ...(instance.actions.includes('remove')
      ? [{ label: 'Delete response', icon: IconTrash, danger: true, apart: true, onClick: () => open('delete') }]
      : []),
  ];
  const dialogs = (
    <>
      {opened === 'print' && <PrintInstance instance={instance} onClose={close} />}
      {opened === 'delete' && (
        <DeleteRecord
          route={publicInstanceRoutes.remove}
          params={{ public_form_id, id }}
          lockVersion={lock_version}
          name={`response ${form_name} of ${showDateTime(completed_at, zone)}`}
          onClose={close}
          onDeleted={() => navigate(formAt(form_id), { replace: true })}
        >
          {linked
            ? 'This permanently deletes the public response. The response on the person’s page stays.'
            : 'This permanently deletes the answers and their files.'}
        </DeleteRecord>
      )}
    </>
  );
  return { actions, dialogs };
};

/** The same as it stands at the side. */
export const InstanceTools = ({ instance }: { instance: Instance }) => {
  const { actions, dialogs } = useInstanceTools(instance);
  return (
    <>
      <LinkPanel instance={instance} />
      <SideCard title="Actions">
        <ActionList actions={actions} />
      </SideCard>
      {dialogs}
    </>
  );
};
