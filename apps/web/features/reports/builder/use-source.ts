import { useMemo, useRef } from 'react';
import type { Answer } from '#contract/kit/route.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import type { Catalogue } from '#reports/columns.ts';
import { reportKinds } from '#reports/kinds.ts';
import type { PlanSources } from '#reports/plan/plan.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { columnGroups, conditionGroups } from '#web/reports/columns.ts';
import type { ReportValues } from './draft.ts';

type SourceCatalogue = Answer<typeof reportDefinitionRoutes.catalogue>;

/** What a report may be built from, and what it is built from: the columns above forms, and those of its forms. */
export const useSource = ({ report_type, report_target_id, forms, settings }: ReportValues) => {
  const { isBuiltOnReport, firstTable } = reportKinds[report_type];
  const asked = isBuiltOnReport ? String(report_target_id ?? '') : forms.join(',');
  const { data, error, refetch, isFetching } = useRouteQuery(reportDefinitionRoutes.catalogue, {
    query: {
      report_type,
      ...(asked ? { forms: asked } : {}),
      ...(firstTable && settings.table ? { table: settings.table } : {}),
    },
  });
  // What is there stays while one more form is loaded.
  const source = `${report_type} ${report_target_id} ${settings.table}`;
  const last = useRef<{ source: string; offered: SourceCatalogue }>(undefined);
  if (data) last.current = { source, offered: data };
  const offered = data ?? (last.current?.source === source ? last.current.offered : undefined);
  const groups = useMemo(() => {
    if (!offered) return [];
    const chosen = forms.flatMap((id) => offered.forms.find((form) => form.id === id) ?? []);
    return columnGroups(report_type, {
      columns: offered.columns as Catalogue['columns'],
      forms: chosen as Catalogue['forms'],
    });
  }, [offered, forms, report_type]);
  return {
    /** Undefined until it is there, with all forms that were asked for. */
    catalogue: data as PlanSources | undefined,
    offered,
    groups,
    compared: useMemo(() => conditionGroups(report_type, groups), [report_type, groups]),
    isLoading: isFetching,
    error,
    retry: () => void refetch(),
  };
};

export type Source = ReturnType<typeof useSource>;
