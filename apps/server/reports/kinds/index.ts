import { clientColumns, type ReportType } from '#reports/columns.ts';
import { clientForms } from './client-forms.ts';
import { fields, fieldsColumns } from './fields.ts';
import { household, householdKindColumns } from './household.ts';
import type { Kind } from './kind.ts';
import { queryOn } from './query.ts';
import { system, systemColumns } from './system.ts';

const ofRows: Partial<Record<ReportType, Kind>> = {
  client_forms: { columns: async () => clientColumns, relate: clientForms },
  system: { columns: systemColumns, relate: system },
  fields: { columns: fieldsColumns, relate: fields },
  household: { columns: householdKindColumns, relate: household },
};

/** What gives the rows of each type of report. */
export const kinds: Partial<Record<ReportType, Kind>> = { ...ofRows, query: queryOn(ofRows) };
