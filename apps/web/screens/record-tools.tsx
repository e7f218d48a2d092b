import type { ReactNode } from 'react';
import { useAccessActions } from '#web/access/access-actions.tsx';
import type { AccessRecord } from '#web/access/access-record.ts';
import { useMay } from '#web/access/account.tsx';
import type { Action } from '#web/ui/action-menu.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { useContributedTools } from './record-contributions.tsx';

/**
 * What can be done beside a record, for those who may: whose it is to see, and what other features do with it. Put the
 * actions where the record's others are, and the dialogs anywhere on its screen.
 * @param record null for a record that is not given to people one by one
 */
export const useRecordTools = (record: AccessRecord | null): { actions: Action[]; dialogs: ReactNode } => {
  const may = useMay();
  const access = useAccessActions(record);
  const { opened, open, close } = useOpened<string>();
  const tools = useContributedTools(record?.type).filter(({ demands }) =>
    demands(record!.type).every((demand) => may(demand, record!.id)),
  );
  const tool = tools.find(({ label }) => label === opened);
  return {
    actions: [...access.actions, ...tools.map(({ label, icon }) => ({ label, icon, onClick: () => open(label) }))],
    dialogs: (
      <>
        {access.dialogs}
        {tool && record && <tool.Dialog record={record} onClose={close} />}
      </>
    ),
  };
};
