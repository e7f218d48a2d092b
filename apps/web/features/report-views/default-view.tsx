import { Navigate } from 'react-router';
import { type Report, reports, viewAt } from '#web/reports/report.ts';
import { detailOf } from '#web/screens/record-screen.tsx';
import { searchOf, useOverride } from './override.ts';

/** The view that a report opens with: its default one, else its table. */
export const defaultViewOf = ({ default_view_id, report_views }: Pick<Report, 'default_view_id' | 'report_views'>) =>
  report_views.find(({ id }) => id === default_view_id) ?? report_views[0];

/** The bare address of a report leads on to the view that it opens with, and what was chosen goes along. */
export const DefaultView = detailOf(reports, ({ record }) => {
  const { override } = useOverride();
  const view = defaultViewOf(record);
  return view ? <Navigate to={`${viewAt(record.id, view.id)}${searchOf(override)}`} replace /> : null;
});
