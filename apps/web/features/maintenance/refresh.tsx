import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { maintenanceRoutes } from '#contract/resources/maintenance.ts';
import { useZone } from '#web/access/account.tsx';
import { ApiError, Unreached } from '#web/kit/api.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import css from './dashboard.module.css';

/** How often it is asked whether one runs, and how far it is, in milliseconds. */
const often = 5000;

/** What statuses are called; HTTP/2 sends their numbers alone. */
const statusTexts: Readonly<Record<number, string>> = {
  // Nobody answered.
  400: 'No connection',
  403: 'Forbidden',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Makes what reports read anew, once at a time: asked first, shown while it runs, and told when it failed. */
export const Refresh = () => {
  const zone = useZone();
  const { data, isError, refetch } = useRouteQuery(maintenanceRoutes.maintenance, {}, { refetchInterval: often });
  const refresh = useWrite(maintenanceRoutes.refresh);
  const [isAsked, ask] = useState(false);
  const [failure, setFailure] = useState<{ status: string; reason: string } | null>(null);
  const start = async () => {
    try {
      const { message } = await refresh.mutateAsync({ sent: { body: {} } });
      toast.success(message);
    } catch (error) {
      const { status, errors } = error instanceof ApiError ? error : new Unreached('unreachable');
      setFailure({ status: statusTexts[status] ?? `Status ${status}`, reason: Object.values(errors).flat().join(' ') });
    } finally {
      ask(false);
      void refetch();
    }
  };
  return (
    <Section title="Maintenance">
      {isError && <LoadFailed onRetry={() => void refetch()} />}
      {!data && !isError && <RecordSkeleton label="Loading maintenance" />}
      {data && (
        <div className={css.run}>
          <p>
            Reports read pivot tables. Refreshing rebuilds them from the answers of all organizations. During a refresh,
            reports keep working but are slower.
          </p>
          {data.running && data.progress ? (
            <>
              <ProgressBar label="Refreshed organizations" {...data.progress} />
              <p className={words.small} role="status">
                {data.message} {data.progress.done} of {data.progress.total ?? '…'} organizations, started by{' '}
                {data.started_by?.name} on {showDateTime(data.started_at, zone)}.
              </p>
            </>
          ) : (
            <p className={words.small}>
              {data.started_at === null
                ? data.message
                : `Last refreshed by ${data.started_by?.name}, ${showDateTime(data.started_at, zone)}.`}
            </p>
          )}
          {data.error && <Banner tone="error">{data.error}</Banner>}
          <div>
            <Button icon={IconRefresh} disabled={data.running} onClick={() => ask(true)}>
              Refresh pivot tables
            </Button>
          </div>
        </div>
      )}
      <Confirm
        opened={isAsked}
        title="Refresh pivot tables"
        verb="Refresh"
        busy={refresh.isPending}
        onConfirm={() => void start()}
        onCancel={() => ask(false)}
      >
        <p>This can take up to about 2 hours. You can’t stop it, and only one refresh can run at a time.</p>
      </Confirm>
      <Dialog
        opened={failure !== null}
        title="Error"
        onClose={() => setFailure(null)}
        foot={
          <Button tone="filled" onClick={() => setFailure(null)}>
            Close
          </Button>
        }
      >
        <p className={words.head}>{failure?.status}</p>
        <p>{failure?.reason}</p>
      </Dialog>
    </Section>
  );
};
