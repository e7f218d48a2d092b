import { useEffect, useEffectEvent, useState } from 'react';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { useZone } from '#web/access/account.tsx';
import { ApiError, call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { queries } from '#web/kit/queries.ts';
import type { Report } from '#web/reports/report.ts';
import { toast } from '#web/ui/toast.tsx';

/** Between two questions whether a report is refreshed, in milliseconds. */
const every = 2000;

/** What was shown before stays. */
const tooLong = 'The report took too long. Narrow it with a date filter.';

/**
 * Refreshes a report in the background, and asks until it is done: also when somebody else began. What fails ends the
 * asking. Then the results are loaded afresh.
 */
export const useRefresh = (report: Report) => {
  const { id, refreshing, last_refreshed_at } = report;
  const zone = useZone();
  const params = { id };
  const [isOver, setOver] = useState(false);
  const isWaiting = refreshing && !isOver;
  const [before, setBefore] = useState(last_refreshed_at);
  const done = useEffectEvent((now: Report) => {
    if (now.last_refreshed_at === before) return toast.error(tooLong);
    setBefore(now.last_refreshed_at);
    void queries.reload(reportResultRoutes.viewPage);
    void queries.reload(reportResultRoutes.summary);
    toast.success(`Refreshed ${showDateTime(now.last_refreshed_at, zone)}`);
  });
  const failed = useEffectEvent((error: unknown) => {
    setOver(true);
    failures.report(error);
  });

  useEffect(() => {
    if (!isWaiting) return;
    const left = new AbortController();
    const ask = async () => {
      try {
        const now = await call(
          reportDefinitionRoutes.show,
          { params: { id } },
          { signal: left.signal, background: true },
        );
        queries.put(reportDefinitionRoutes.show, { params: { id } }, now);
        if (now.refreshing) timer = setTimeout(ask, every);
        else done(now);
      } catch (error) {
        if (!left.signal.aborted) failed(error);
      }
    };
    let timer = setTimeout(ask, every);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isWaiting, id]);

  const refresh = async () => {
    try {
      await call(reportResultRoutes.refresh, { params, body: {} });
    } catch (error) {
      // Somebody else began meanwhile: what they began is waited for.
      if (!(error instanceof ApiError && error.status === 409)) return failures.report(error);
      toast.error(error.message);
    }
    setOver(false);
    queries.put(reportDefinitionRoutes.show, { params }, { ...report, refreshing: true });
  };
  return { refresh: () => void refresh(), isWaiting };
};
