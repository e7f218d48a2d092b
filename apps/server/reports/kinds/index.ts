import { clientColumns, type ReportType } from '#reports/columns.ts';
import { clientForms } from './client-forms.ts';
import type { Kind } from './kind.ts';

/** What gives the rows of each type of report. */
export const kinds: Partial<Record<ReportType, Kind>> = {
  client_forms: { columns: async () => clientColumns, relate: clientForms },
};
