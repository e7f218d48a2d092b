import { IconArrowBackUp, IconDownload, IconHistory } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { inSentences } from '#contract/kit/in-sentences.ts';
import type { Demand } from '#contract/kit/privileges.ts';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import { type historyEntry, recordRoutes } from '#contract/resources/records.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { ApiError } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { fullName, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChangedLines } from '#web/ui/changed-lines.tsx';
import { Pairs } from '#web/ui/description-list.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './history.module.css';
import { useUndoings } from './record-contributions.tsx';

type RecordReference = { type: RecordType; id: number };

const DownloadRecords = overlay('Download', async () => (await import('./download-records.tsx')).DownloadRecords);

const useVersions = ({ type, id }: RecordReference, history: boolean) =>
  useRouteQuery(recordRoutes.versions, {
    params: { record_type: type, record_id: id },
    query: { history: history ? 'true' : 'false' },
  });

/** The side card of a versioned record: who recorded and last changed it, and its history. */
export const RecordSummary = (named: RecordReference) => {
  const [isOpen, setOpen] = useState(false);
  const { data } = useVersions(named, false);
  const zone = useZone();
  return (
    <SideCard title="Record Summary">
      {data && (
        <Pairs
          facts={[
            { label: 'Created', value: showDateTime(data.created_at, zone) },
            { label: 'By', value: data.created_by ? fullName(data.created_by) : 'System' },
            { label: 'Updated', value: showDateTime(data.updated_at, zone) },
            { label: 'By', value: data.updated_by ? fullName(data.updated_by) : 'System' },
          ]}
        />
      )}
      <ActionList actions={[{ label: 'History', icon: IconHistory, onClick: () => setOpen(true) }]} />
      {isOpen && <History {...named} onClose={() => setOpen(false)} />}
    </SideCard>
  );
};

const events = { create: 'Created', update: 'Changed', destroy: 'Deleted' };

type Entry = z.output<typeof historyEntry>;
type ChangeValue = Entry['shown'][number]['is'];

/** What one request wrote is one entry for people. */
const together = (history: readonly Entry[]) =>
  [...Map.groupBy(history, ({ transaction_id, occurred_at }) => `${transaction_id} ${occurred_at}`).values()].map(
    (entries) => {
      const [latest] = entries as [Entry];
      const event = entries.find((entry) => entry.event !== 'update')?.event ?? 'update';
      const undoable = entries.find((entry) => entry.undoable)?.id ?? null;
      const change: Entry['change'] = Object.assign({}, ...entries.toReversed().map((entry) => entry.change));
      return { ...latest, event, undoable, change, shown: entries.toReversed().flatMap(({ shown }) => shown) };
    },
  );

/** "Undo this change": what was before is written again, and the screen is loaded afresh. */
const Undo = ({ type, id, version, onDone }: RecordReference & { version: number; onDone: () => void }) => {
  const { mutateAsync, isPending } = useWrite(recordRoutes.undo);
  const [refused, setRefused] = useState<string[]>([]);
  const undo = async () => {
    try {
      const sent = { params: { record_type: type, record_id: id }, body: { version_id: version } };
      const { left } = await mutateAsync({ sent });
      toast.success(
        left.length > 0 ? `Change undone, except ${left.join(', ')}, which history doesn’t keep` : 'Change undone',
      );
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setRefused(Object.values(error.errors).flat());
      else failures.report(error);
    }
  };
  return (
    <>
      <Button size="small" icon={IconArrowBackUp} busy={isPending} onClick={() => void undo()}>
        Undo this change
      </Button>
      {refused.length > 0 && <Banner tone="error">Could not undo this change: {inSentences(refused)}</Banner>}
    </>
  );
};

/** What was done with a record, newest first: who, when, and field by field what it was and what it became. */
export const Changes = ({
  history,
  tools,
}: {
  history: readonly Entry[];
  /** What can be done with a change. */
  tools?: (change: ReturnType<typeof together>[number]) => ReactNode;
}) => {
  const zone = useZone();
  const inWords = (value: ChangeValue) => {
    if (value === null) return '—';
    return typeof value === 'string' ? value : showDateTime(value.at, zone);
  };
  return together(history).map((entry) => (
    <li key={entry.id}>
      <p className={css.head}>
        <span>
          <b>{events[entry.event]}</b> by {entry.admin_name}
          {entry.impersonator_name && ` (really ${entry.impersonator_name})`}
        </span>
        <time dateTime={entry.occurred_at}>{showDateTime(entry.occurred_at, zone)}</time>
      </p>
      {tools?.(entry)}
      <ChangedLines
        lines={entry.shown.map(({ label, was, is }) => ({ label, was: was && inWords(was), is: inWords(is) }))}
      />
    </li>
  ));
};

/** Saves the whole history, in a dialog of its own over this one. */
const DownloadHistory = ({ type, id }: RecordReference) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={IconDownload} onClick={() => setOpen(true)}>
        Download
      </Button>
      {isOpen && (
        <DownloadRecords
          kinds={['versions']}
          name={`The history of this ${recordTypes[type].title.one}`}
          query={{ record_type: type, record_id: String(id) }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};

/** The history of a record in a dialog, from which the owner undoes the newest change. */
export const History = ({ onClose, ...named }: RecordReference & { onClose: () => void }) => {
  const { data, isError, refetch } = useVersions(named, true);
  const undoings = useUndoings();
  const may = useMay();
  const demand: Demand = { entity: recordTypes[named.type].entity, action: 'write', on: 'record' };
  const foot = (
    <>
      {may(demand, named.id) && <DownloadHistory {...named} />}
      <Button onClick={onClose}>Close</Button>
    </>
  );
  return (
    <Dialog opened title="History" width={720} onClose={onClose} foot={foot}>
      {isError && <LoadFailed onRetry={() => void refetch()} />}
      <ol className={css.entries} aria-busy={!data && !isError}>
        {data && (
          <Changes
            history={data.history}
            tools={({ undoable, change }) => (
              <>
                {undoable !== null && <Undo {...named} version={undoable} onDone={onClose} />}
                {undoings(named.type, named.id, change)}
              </>
            )}
          />
        )}
      </ol>
    </Dialog>
  );
};
