import { Link } from 'react-router';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import { reportAt } from './report.ts';

/** What follows from deleting a report: what goes with it, and what stands on it and keeps it from being deleted. */
export const ReportUses = ({ id }: { id: number }) => {
  const { data, isPending } = useRouteQuery(reportDefinitionRoutes.uses, { params: { id } }, { staleTime: 0 });
  if (isPending)
    return (
      <Skeleton label="Loading uses of this report">
        <SkeletonBlock width="70%" />
      </Skeleton>
    );
  const { reports = [], widgets = 0 } = data ?? {};
  if (reports.length === 0 && widgets === 0)
    return <p>This also deletes its views, its summary and figures that were kept of it. The answers are kept.</p>;
  return (
    <>
      <p>You can’t delete this report while it’s used by:</p>
      <ul>
        {reports.map((report) => (
          <li key={report.id}>
            the report <Link to={reportAt(report.id)}>{report.name}</Link>
          </li>
        ))}
        {widgets > 0 && <li>{counted(widgets, 'widget')} on the dashboard</li>}
      </ul>
    </>
  );
};
