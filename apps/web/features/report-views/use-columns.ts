import { useMemo, useRef } from 'react';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { conditionsIn, type ReportConditions, reportConditions } from '#reports/conditions.ts';
import { reportSettings } from '#reports/settings.ts';
import { useMay } from '#web/access/account.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { type ColumnGroup, columnGroups, conditionGroups, ownGroup } from '#web/reports/columns.ts';
import type { Report, ViewPage } from '#web/reports/report.ts';
import { computedIn, groupsOfResult } from './use-narrowing.ts';

/** The forms that a report speaks of. */
const formsOf = (report: Report): number[] => {
  const named = [...report.fields, ...conditionsIn(conditionsOf(report))].map(({ form }) => form);
  return [...new Set(named.filter((form): form is number => typeof form === 'number'))].sort((a, b) => a - b);
};

/** The conditions of a report, as far as they are such still. */
export const conditionsOf = ({ conditions }: Report): ReportConditions =>
  reportConditions.safeParse(conditions).data ?? { and: [] };

/** What conditions of a report may be about; undefined until it is known. @param page its result, for who may not build one */
export const useConditionColumns = (report: Report, page: Pick<ViewPage, 'headers' | 'narrowing'> | undefined) => {
  const may = useMay();
  const mayBuild = may(reportDefinitionRoutes.catalogue);
  const { report_type, report_target_id, settings } = report;
  const table = reportSettings.safeParse(settings).data?.table;
  const forms = report_target_id === null ? formsOf(report) : [report_target_id];
  const { data } = useRouteQuery(
    reportDefinitionRoutes.catalogue,
    {
      query: {
        report_type,
        ...(forms.length > 0 ? { forms: forms.join(',') } : {}),
        ...(table ? { table } : {}),
      },
    },
    { enabled: mayBuild },
  );
  // What was known of the report stays while it's asked again, and when that is refused.
  const last = useRef(page);
  if (page) last.current = page;
  const known = page ?? last.current;
  const asksOwn = conditionsIn(conditionsOf(report)).some(({ type }) => type === 'column');
  return useMemo((): ColumnGroup[] | undefined => {
    if (!mayBuild) return known && groupsOfResult(report_type, known.headers, known.narrowing);
    if (!data || (asksOwn && !known)) return undefined;
    const own = known ? computedIn(known.headers, known.narrowing) : [];
    return [...conditionGroups(report_type, columnGroups(report_type, data)), ...ownGroup(own)];
  }, [mayBuild, data, known, report_type, asksOwn]);
};
