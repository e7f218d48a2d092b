import { reportDefinitions } from '#contract/resources/report-definitions.ts';
import { reportViews } from '#contract/resources/report-views.ts';
import { addDays } from '#forms/calendar.ts';
import { formsNamed } from '#reports/plan/plan-report.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { checked } from './checked.ts';
import { momentAt, timeZone } from './clock.ts';
import { demoReports, type LoadedForms } from './demo-reports.ts';
import { insertRows } from './insert.ts';
import type { LoadContext } from './loading.ts';

export type LoadedReports = Map<string, { id: number; views: Record<string, number> }>;

/** Reports that the staff look at, with their charts; answers their ids, and those of their views, by their names. */
export const loadReports = async (loading: LoadContext, loaded: LoadedForms): Promise<LoadedReports> => {
  const { tx, organization_id, now, as } = loading;
  as('dana');
  const created_at = momentAt(addDays(todayIn(timeZone, now), -20), 640);
  const stamps = { organization_id, created_at, updated_at: created_at };
  const reports: LoadedReports = new Map();
  for (const { report, views, summary = [] } of demoReports(loaded)) {
    const { name, description, report_type, fields, conditions, default_order, window, parameters, settings } = checked(
      reportDefinitions.create,
      report,
    );
    const [report_definition_id] = (await insertRows(tx, 'report_definitions', [
      {
        ...stamps,
        name,
        description: description ?? null,
        report_type,
        fields,
        conditions: conditions ?? { and: [] },
        default_order: default_order ?? [],
        window: window ?? null,
        parameters: parameters ?? [],
        settings: settings ?? {},
        summary,
      },
    ])) as [number];
    const looks = [{ name: 'Table', view_type: 'table' as const }, ...views];
    const view_ids = await insertRows(
      tx,
      'report_views',
      looks.map((view, index) => {
        const { xaxis = null, yaxis = [], series = null, settings = {}, ...drawn } = checked(reportViews.create, view);
        const is_default = index === (views.length > 0 ? 1 : 0);
        return { ...stamps, report_definition_id, is_default, xaxis, yaxis, series, settings, ...drawn };
      }),
    );
    reports.set(name, {
      id: report_definition_id,
      views: Object.fromEntries(looks.map((look, index) => [look.name, view_ids[index] as number])),
    });
    await insertRows(
      tx,
      'report_forms',
      formsNamed({ fields }).map((form_id) => ({ organization_id, report_definition_id, form_id })),
    );
  }
  return reports;
};
