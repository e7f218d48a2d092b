import { IconEye, IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { recordRoutes } from '#contract/resources/records.ts';
import { overlay } from '#web/parts/lazy.tsx';
import type { Action } from '#web/ui/action-menu.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import type { AccessRecord } from './access-record.ts';
import { useMay } from './account.tsx';

const RecordPermissions = overlay(
  'Permissions',
  async () => (await import('./record-permissions.tsx')).RecordPermissions,
);
const RecordAccess = overlay('Who can see this', async () => (await import('./record-access.tsx')).RecordAccess);

const useDialogs = (record: AccessRecord | null) => {
  const { opened, open, close } = useOpened<'permissions' | 'access'>();
  const dialogs = (
    <>
      {record && opened === 'permissions' && <RecordPermissions record={record} onClose={close} />}
      {record && opened === 'access' && <RecordAccess record={record} onClose={close} />}
    </>
  );
  return { open, dialogs };
};

/**
 * What can be done about who has access to a record, for those who may: "Manage Permissions" and "Who can see this?".
 * Put the actions where the record's others are, and the dialogs anywhere on its screen.
 * @param record null for a record that is not given to people one by one
 */
export const useAccessActions = (record: AccessRecord | null): { actions: Action[]; dialogs: ReactNode } => {
  const may = useMay();
  const { open, dialogs } = useDialogs(record);
  return {
    actions: [
      ...(record && may(recordRoutes.setRecordPermissions)
        ? [{ label: 'Manage Permissions', icon: IconShieldLock, onClick: () => open('permissions') }]
        : []),
      ...(record && may(recordRoutes.access)
        ? [{ label: 'Who can see this?', icon: IconEye, onClick: () => open('access') }]
        : []),
    ],
    dialogs,
  };
};

/** "Manage Permissions" as a button in the row of a record. Nothing for those who may not. */
export const PermissionsButton = ({
  record,
  label,
}: {
  record: AccessRecord;
  /** Which one it is, among others in the table: "Permissions of response of 11/18/26 10:42 AM". */
  label: string;
}) => {
  const { open, dialogs } = useDialogs(record);
  return useMay()(recordRoutes.setRecordPermissions) ? (
    <>
      <IconButton size="small" label={label} icon={IconShieldLock} onClick={() => open('permissions')} />
      {dialogs}
    </>
  ) : null;
};
