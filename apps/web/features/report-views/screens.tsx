import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** What stands at the address of a report. */
export const reportDetail = async () => ({ Detail: (await import('./default-view.tsx')).DefaultView });

/** Pages of one report, beside the list of reports. */
export const reportViewPages: RouteObject[] = [
  { path: ':id/views', Component: screen('report', async () => (await import('./default-view.tsx')).DefaultView) },
  {
    path: ':id/views/:view_id',
    Component: screen('report', async () => (await import('./report-screen.tsx')).ReportScreen),
  },
  { path: ':id/kept', Component: screen('report', async () => (await import('./kept-list.tsx')).KeptList) },
  {
    path: ':id/kept/:kept_id',
    Component: screen('report', async () => (await import('./kept-screen.tsx')).KeptScreen),
  },
];

/** A view is made and changed on the whole page. */
export const reportViewScreens: RouteObject[] = [
  { path: 'reports/:id/views/new', Component: screen('view', async () => (await import('./view-form.tsx')).NewView) },
  {
    path: 'reports/:id/views/:view_id/edit',
    Component: screen('view', async () => (await import('./view-form.tsx')).EditView),
  },
];
