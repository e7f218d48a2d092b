import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { dataImportRoutes as routes } from '#contract/resources/data-imports.ts';
import { FirstChanges, ImportCounts, RowsWithErrors } from '#web/forms/import-findings.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { counted } from '#web/kit/formats.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import css from './check.module.css';
import type { DataImport } from './data-import.ts';

const lookAgain = 1500;

/** Asks again how far a run is, until it has ended. */
export const useProgress = ({ state }: DataImport) => {
  useEffect(() => {
    if (state !== 'enqueued') return;
    const timer = setInterval(() => void queries.reload(routes.show), lookAgain);
    return () => {
      clearInterval(timer);
      void queries.reload(routes.page);
      void queries.reload(routes.findings);
    };
  }, [state]);
};

/** "about 2 min left": by how quickly it went since somebody looks; null while that is not known. */
const timeLeft = (done: number, total: number, since: { at: number; done: number }): string | null => {
  const quick = (done - since.done) / (Date.now() - since.at);
  if (!(quick > 0) || done >= total) return null;
  const seconds = (total - done) / quick / 1000;
  return seconds < 60 ? 'less than a minute left' : `about ${Math.round(seconds / 60)} min left`;
};

/** How far a check or a run is. */
export const Running = ({ of: { progress, number_of_records, dry_run } }: { of: DataImport }) => {
  const done = progress?.done ?? 0;
  const total = progress?.total ?? number_of_records ?? 0;
  const since = useRef({ at: Date.now(), done });
  const left = timeLeft(done, total, since.current);
  return (
    <Section title={dry_run ? 'Checking' : 'Importing'}>
      <div className={css.running}>
        <p role="status">
          <b>{done.toLocaleString('en-US')}</b> of {counted(total, 'row')}
        </p>
        {left && <span>{left}</span>}
        <ProgressBar label="Rows done" done={done} total={total} />
      </div>
      <p className={css.note}>
        {dry_run ? 'Checking doesn’t change anything.' : 'If one row fails, nothing is imported.'} You can leave this
        page. It continues in the background.
      </p>
    </Section>
  );
};

/** What the check of the whole file found, or what came of it. */
export const Check = ({ of, onLog }: { of: DataImport; onLog: (() => void) | null }) => {
  const { id, state, type, counts, errors } = of;
  const findings = useRouteQuery(routes.findings, { params: { id } });
  const isAhead = state === 'mapped' || state === 'failed';
  const failed = counts?.failed ?? 0;
  const said =
    failed > 0
      ? `Nothing was written. Fix ${failed === 1 ? 'this row' : `these ${counted(failed, 'row')}`} in your file, then choose the file again. The mapping is kept.`
      : state === 'failed' &&
        `${errors.base?.[0] ?? 'Nothing was written.'} Choose a corrected file. The mapping is kept.`;
  const log = onLog && (
    <Button tone="subtle" icon={IconDownload} onClick={onLog}>
      Exception log
    </Button>
  );
  return (
    <>
      <Section title={isAhead ? 'Check' : 'Result'}>
        <div className={css.check}>
          {counts && <ImportCounts counts={counts} />}
          {said && (
            <div className={css.said}>
              <Banner tone="error">{said}</Banner>
            </div>
          )}
        </div>
      </Section>
      {isAhead && counts && (
        <Answered
          of={findings}
          failure="Could not load the results of the check."
          skeleton={<RecordSkeleton label="Loading the results of the check" />}
        >
          {(found) => (
            <>
              {found.errors.length > 0 && (
                <Section title="Rows with errors" action={log}>
                  <RowsWithErrors findings={found} />
                </Section>
              )}
              {found.changes.length > 0 && (
                <Section title="Changes">
                  <FirstChanges findings={found} counts={counts} item={type === 'client' ? 'Person' : 'Response'} />
                </Section>
              )}
            </>
          )}
        </Answered>
      )}
    </>
  );
};
