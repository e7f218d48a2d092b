import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { importRoutes, undoDays } from '#contract/resources/imports.ts';
import { useMember } from '#web/access/account.tsx';
import { saveFile } from '#web/access/picture.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { Answered } from '#web/kit/answered.tsx';
import { failures } from '#web/kit/failures.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import { countsInWords, type Import, stateOf, typeWords } from './import-types.ts';

const mayBeUndone = ({ state, undone_at, undo_state, finished_at, may_undo }: Import) =>
  may_undo &&
  state === 'succeeded' &&
  !undone_at &&
  undo_state !== 'running' &&
  Date.now() - Date.parse(finished_at ?? '') < undoDays * 86_400_000;

/** Verified, and never started. */
const isIdle = ({ state }: Import) => state === 'mapped';

/** What was written and deleted by files, the newest first; the owner and whoever ran an import undo it here. */
export const ImportLog = ({ form, onClose }: { form: FormRecord; onClose: () => void }) => {
  const { organization } = useMember();
  const found = useRouteQuery(importRoutes.list, { params: { form_id: form.id } }, { staleTime: 0 });
  const [undoing, setUndoing] = useState<Import | null>(null);
  const undo = useWrite(importRoutes.undo);
  const confirm = ({ form_id, id }: Import) =>
    undo
      .mutateAsync({ sent: { params: { form_id, id } } })
      .then(() => toast.success('Undoing the import'))
      .catch(failures.report)
      .finally(() => setUndoing(null));
  return (
    <>
      <Dialog
        foot={<Button onClick={onClose}>Close</Button>}
        onClose={onClose}
        width={960}
        opened
        title="Import/Batch Delete Log"
      >
        <Answered
          of={found}
          failure="Could not load the log."
          skeleton={<AreaSkeleton label="Loading the log" height={160} />}
        >
          {({ data }) =>
            data.every(isIdle) ? (
              <EmptyState icon={IconHistory} title="No imports or batch deletes yet" />
            ) : (
              <DataTable
                label="Imports and batch deletes"
                columns={[
                  {
                    key: 'state',
                    title: 'State',
                    cell: (one) => {
                      const { label, tone, icon } = stateOf(one);
                      return (
                        <StatusBadge tone={tone} icon={icon}>
                          {label}
                        </StatusBadge>
                      );
                    },
                  },
                  { key: 'type', title: 'Action', cell: ({ type }) => typeWords[type] },
                  {
                    key: 'count',
                    title: 'Rows',
                    align: 'end',
                    cell: (one) => counted(one.number_of_records ?? 0, 'row'),
                  },
                  { key: 'by', title: 'By', cell: ({ administrator_name }) => administrator_name },
                  {
                    key: 'on',
                    title: 'Date',
                    cell: ({ created_at }) => showDateTime(created_at, organization.time_zone),
                  },
                  {
                    key: 'file',
                    title: 'Result',
                    cell: (one) =>
                      one.state === 'failed' && one.error_url ? (
                        <Button
                          tone="subtle"
                          size="small"
                          onClick={() =>
                            void saveFile(one.error_url as string, `${one.input_filename}_errors.csv`).catch(
                              failures.report,
                            )
                          }
                        >
                          Error file
                        </Button>
                      ) : one.kept.length > 0 ? (
                        `Kept ${counted(one.kept.length, 'response')} changed since the import`
                      ) : one.state === 'failed' ? (
                        [one.errors.input?.[0], one.errors.base?.[0]].filter(Boolean).join(' ')
                      ) : (
                        one.counts && countsInWords(one.counts)
                      ),
                  },
                ]}
                rows={data.filter((one) => !isIdle(one))}
                rowKey={({ id }) => id}
                rowName={({ input_filename }) => input_filename}
                {...(data.some(mayBeUndone)
                  ? {
                      actions: (one: Import) =>
                        mayBeUndone(one) && (
                          <IconButton
                            label={`Undo import ${one.input_filename}`}
                            icon={IconArrowBackUp}
                            onClick={() => setUndoing(one)}
                          />
                        ),
                    }
                  : {})}
              />
            )
          }
        </Answered>
      </Dialog>
      {undoing && (
        <Confirm
          opened
          title={`Undo import ${undoing.input_filename}`}
          verb="Undo import"
          danger
          busy={undo.isPending}
          onConfirm={() => void confirm(undoing)}
          onCancel={() => setUndoing(null)}
        >
          <p>
            New responses are deleted, changed responses get their old answers back, and deleted responses are restored.
            Changes made since then are kept and listed.
          </p>
        </Confirm>
      )}
    </>
  );
};
