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
      <Skeleton label="Looking for what stands on it">
        <SkeletonBlock width="70%" />
      </Skeleton>
    );
  const { reports = [], widgets = 0 } = data ?? {};
  if (reports.length === 0 && widgets === 0)
    return <p>Its views and its summary go with it. The answers that it reads stay.</p>;
  return (
    <>
      <p>It cannot be deleted while something stands on it:</p>
      <ul>
        {reports.map((report) => (
          <li key={report.id}>
            the report <Link to={reportAt(report.id)}>{report.name}</Link>, which counts its rows
          </li>
        ))}
        {widgets > 0 && <li>{counted(widgets, 'widget')} on the dashboard</li>}
      </ul>
    </>
  );
};
