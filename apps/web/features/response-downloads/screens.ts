import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** Downloads responses, from the page of their form. */
export const downloadAction = async () => (await import('./download-action.tsx')).downloadAction;

/** Where the mail about an export leads. */
export const exportScreens: RouteObject[] = [
  {
    path: 'download_form_export/:record_id/:id',
    Component: screen('export', async () => (await import('./export-page.tsx')).FormExport),
  },
  {
    path: 'download_export/:id',
    Component: screen('export', async () => (await import('./export-page.tsx')).RecordsExport),
  },
  {
    path: 'download_report_export/:record_id/:id',
    Component: screen('export', async () => (await import('./export-page.tsx')).ReportExport),
  },
];
