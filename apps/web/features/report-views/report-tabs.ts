import { IconPinned, IconPlus } from '@tabler/icons-react';
import { keptAt, type Report, type View, viewAt } from '#web/reports/report.ts';
import { viewTypeWords } from '#web/reports/view-types.ts';
import type { Tab } from '#web/ui/tabs.tsx';
import { type Override, searchOf } from './override.ts';

/** Whether a report shows figures, which can be kept. */
export const isGrouped = ({ function_mode }: Report): boolean => function_mode === 'agg';

/** What a tab of a report leads to: one of its views, what adds one, or its kept figures. */
type Place = View['id'] | 'kept';

/** The views of a report as links, what adds one, and its kept figures. What the results were changed to stays from view to view. */
export const tabsOf = (
  report: Report,
  current: Place,
  { override, mayAdd }: { override?: Override; mayAdd: boolean },
): Tab[] => [
  ...report.report_views.map(({ id, name, view_type }) => ({
    label: name,
    to: `${viewAt(report.id, id)}${override ? searchOf(override) : ''}`,
    current: id === current,
    icon: viewTypeWords[view_type].icon,
    ...(id === report.default_view_id && report.report_views.length > 1 ? { note: 'default' } : {}),
  })),
  ...(mayAdd ? [{ label: 'Add view', to: viewAt(report.id, 'new'), current: false, icon: IconPlus }] : []),
  ...(isGrouped(report) || report.has_kept_figures
    ? [{ label: 'Kept figures', to: keptAt(report.id), current: current === 'kept', icon: IconPinned }]
    : []),
];
