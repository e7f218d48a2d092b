import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { useMay } from '#web/access/account.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { showNumber } from '#web/reports/numbers.ts';
import type { Report } from '#web/reports/report.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { SkeletonBlock } from '#web/ui/skeleton.tsx';
import { type Override, queryOf } from './override.ts';
import css from './summary-row.module.css';

/** What a report comes to, under the conditions of who looks at it. */
export const useSummary = (
  { id }: Pick<Report, 'id'>,
  { conditions, parameters }: Pick<Override, 'conditions' | 'parameters'>,
) =>
  useRouteQuery(
    reportResultRoutes.summary,
    { params: { report_id: id }, query: queryOf({ conditions, parameters, sort: [] }) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );

const shown = (value: number | string | null): string => {
  if (value === null || value === '') return '—';
  return typeof value === 'number' ? showNumber(value) : value;
};

/** The figures of a report in a row, and what leads to choosing others. */
export const SummaryRow = ({
  report,
  override,
  onEdit,
}: {
  report: Report;
  override: Override;
  onEdit: () => void;
}) => {
  const may = useMay();
  const { data, isError, refetch } = useSummary(report, override);
  const canEdit = may(reportResultRoutes.updateSummary, report.id);
  const isEmpty = data?.stats.length === 0;
  if (isEmpty && !canEdit) return null;
  return (
    <section className={css.row} aria-label="Report Summary">
      {isError && !data ? (
        <div className={css.failed} role="alert">
          <p>Summary not loaded. Please check your summary settings</p>
          <Button size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : !data ? (
        <div className={css.stats}>
          <div>
            <SkeletonBlock width="100px" height={42} />
          </div>
        </div>
      ) : (
        <dl className={css.stats}>
          {data.stats.map(({ key, function: of, label, value }) => (
            <div key={`${key} ${of}`}>
              <dt>{label}</dt>
              <dd>{shown(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {isEmpty && (
        <div className={css.failed} data-print="hide">
          <Note>No summary figures</Note>
        </div>
      )}
      {canEdit && (
        <span className={css.edit} data-print="hide">
          <IconButton label="Edit Summary Settings" icon={IconAdjustmentsHorizontal} onClick={onEdit} />
        </span>
      )}
    </section>
  );
};
