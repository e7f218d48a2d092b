import {
  IconClock,
  IconHistory,
  IconHome,
  IconLock,
  IconMail,
  IconNote,
  IconTable,
  type Icon as IconType,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { RequestInput } from '#contract/kit/route.ts';
import { type RecordFileKind, recordFileTitles } from '#contract/record-file-kinds.ts';
import { recordFileRoutes, routesOfFiles } from '#contract/resources/record-files.ts';
import { saveBlob } from '#web/access/picture.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { nameOf } from '#web/parts/sent-file.ts';
import { ChoiceCards } from '#web/ui/choice-cards.tsx';
import { toast } from '#web/ui/toast.tsx';
import { DownloadDialog, Fact, Facts, type FileFormat, FormatField, Labelled } from './download-dialog.tsx';

type Query = NonNullable<
  RequestInput<(typeof routesOfFiles)['clients']['csv']>['query'] &
    RequestInput<(typeof routesOfFiles)['versions']['csv']>['query']
>;

/** What is said of each file: what it tells, and what a row of it is. */
const words: Record<RecordFileKind, { note: string; row: string; icon: IconType }> = {
  clients: { note: 'Personal details, without the last 4 of SSN', row: 'One row for each person', icon: IconUsers },
  notes: { note: 'Notes that staff wrote about them', row: 'One row for each note, person by person', icon: IconNote },
  households: {
    note: 'Current and former household members',
    row: 'One row for each member of a household',
    icon: IconHome,
  },
  versions: { note: 'Each change, with its author and time', row: 'One row for each changed value', icon: IconHistory },
};

/** They take the same, but for what the history of one record is asked by. */
type Routes = (typeof routesOfFiles)['versions'];

export type DownloadRecordsProps = {
  /** What may be chosen from, the usual one first. */
  kinds: readonly [RecordFileKind, ...RecordFileKind[]];
  /** Of which records: what the server is asked. */
  query: Query;
  /** Of which records, in words. */
  name: string;
  onClose: () => void;
};

/** Chooses what of records to download, and saves the file; of a very large one a mail follows. */
export const DownloadRecords = ({ kinds, query, name, onClose }: DownloadRecordsProps) => {
  const [kind, setKind] = useState<RecordFileKind>(kinds[0]);
  const [format, setFormat] = useState<FileFormat>('csv');
  const [isBusy, setBusy] = useState(false);
  const own = routesOfFiles[kind] as Routes;
  const title = recordFileTitles[kind];
  // The history of one record is of nobody in a list.
  const isOfRecord = 'record_id' in query;
  const people = query as NonNullable<RequestInput<typeof recordFileRoutes.leftOut>['query']>;
  const asked = useRouteQuery(recordFileRoutes.leftOut, { query: isOfRecord ? {} : people }, { enabled: !isOfRecord });
  const leftOut = asked.data?.left_out;
  const download = async () => {
    setBusy(true);
    try {
      const file = await call(own[format], { query });
      if (file.type.startsWith('application/json'))
        toast.success('The file is large. You’ll get an email when it’s ready');
      else {
        saveBlob(file, nameOf(file, `${title}.${format}`));
        toast.success(`${title} downloaded`);
      }
      onClose();
    } catch (error) {
      failures.report(error);
      setBusy(false);
    }
  };
  return (
    <DownloadDialog
      title={kinds.length > 1 ? 'Download' : `Download ${title.toLowerCase()}`}
      name={name}
      width={kinds.length > 1 ? 960 : 480}
      asked={
        <>
          {kinds.length > 1 && (
            <Labelled label="Records">
              <ChoiceCards
                label="Records"
                value={kind}
                onChange={setKind}
                options={kinds.map((one) => ({
                  value: one,
                  title: recordFileTitles[one],
                  ...words[one],
                }))}
              />
            </Labelled>
          )}
          <FormatField value={format} onChange={setFormat} />
        </>
      }
      facts={
        <Facts>
          <Fact icon={IconTable}>{words[kind].row}</Fact>
          <Fact icon={IconLock}>Only records you can see</Fact>
          {leftOut && <Fact icon={IconLock}>{leftOut.message}</Fact>}
          <Fact icon={IconClock}>Times are in UTC</Fact>
          <Fact icon={IconMail}>If there are more than 200,000 rows, you’ll get an email when the file is ready</Fact>
        </Facts>
      }
      explain={() => call(own.dictionary, {})}
      busy={isBusy}
      onDownload={() => void download()}
      onClose={onClose}
    />
  );
};
