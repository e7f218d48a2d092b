import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { recordFileRoutes } from '#contract/resources/record-files.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { noExport, responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { places } from '#web/access/places.ts';
import { ApiError } from '#web/kit/api.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

type Export = Answer<typeof responseDownloadRoutes.prepared>;

/** How often it is asked whether the file is there, in milliseconds. */
const pause = 3000;
const wishes = {
  retry: false,
  gcTime: 0,
  refetchInterval: ({ state }: { state: { data?: unknown } }) =>
    (state.data as Export | undefined)?.state === 'enqueued' ? pause : false,
} as const;

/** Saves the file, which says itself what it is called. */
const save = (url: string) => {
  const link = document.createElement('a');
  link.href = url;
  link.download = 'downloaded_export';
  link.click();
};

type ExportPageProps = { data: Export | undefined; error: Error | null; back: { label: string; to: string } };

/** What is said when there is no file to be had: by what the server answered. */
const refusalOf = (error: Error | null) => {
  const status = error instanceof ApiError ? error.status : null;
  if (status === 404)
    return { title: 'Export has expired.', helper: 'Exports are kept for 7 days. Export again to get a new file.' };
  if (status === 401 || status === 403)
    return { title: noExport, helper: 'Only the person who started this export can open it.' };
  return { title: 'Error downloading the file', helper: 'Try again in a moment, or export again.' };
};

/** An export: while it is made, while it is downloaded, and why it is not. */
const ExportPage = ({ data, error, back }: ExportPageProps) => {
  useTitle('Export');
  const saved = useRef(false);
  const url = data?.url ?? null;
  useEffect(() => {
    if (url === null || saved.current) return;
    saved.current = true;
    save(url);
  }, [url]);
  const leave = <ButtonLink to={back.to}>{back.label}</ButtonLink>;
  if (error || data?.state === 'failed')
    return (
      <div role="alert">
        <EmptyState heading="h1" icon={IconAlertTriangle} {...refusalOf(error)} action={leave} />
      </div>
    );
  if (!data || url === null)
    return (
      <div role="status">
        <EmptyState
          heading="h1"
          icon={IconLoader2}
          title={data ? 'Preparing your export' : 'Loading your export'}
          helper={data && 'You can leave this screen. We’ll email you when it’s ready.'}
        />
      </div>
    );
  return (
    <div role="status">
      <EmptyState
        heading="h1"
        icon={IconCircleCheck}
        title="Your file is downloading"
        helper="You can leave this screen."
        action={leave}
      />
    </div>
  );
};

const useIds = () => {
  const { record_id, id } = useParams();
  return { record_id: Number(record_id), id: Number(id) };
};

/** The export of a form with its files. */
export const FormExport = () => {
  const { record_id, id } = useIds();
  const { data, error } = useRouteQuery(
    responseDownloadRoutes.prepared,
    { params: { form_id: record_id, id } },
    wishes,
  );
  return <ExportPage data={data} error={error} back={{ label: 'Open form', to: `${places.forms.at}/${record_id}` }} />;
};

/** The export of records that were too many to be sent at once. */
export const RecordsExport = () => {
  const { id } = useIds();
  const { data, error } = useRouteQuery(recordFileRoutes.exported, { params: { id } }, wishes);
  return <ExportPage data={data} error={error} back={{ label: 'Open people', to: places.clients.at }} />;
};

/** The export of a report that was too large to be sent at once. */
export const ReportExport = () => {
  const { record_id, id } = useIds();
  const { data, error } = useRouteQuery(reportResultRoutes.exported, { params: { report_id: record_id, id } }, wishes);
  const back = { label: 'Open report', to: `${places.report_definitions.at}/${record_id}` };
  return <ExportPage data={data} error={error} back={back} />;
};
