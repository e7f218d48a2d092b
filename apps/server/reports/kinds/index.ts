import { clientColumns, type ReportType } from '#reports/columns.ts';
import { clientForms } from './client-forms.ts';
import { fields, fieldsColumns } from './fields.ts';
import { household, householdKindColumns } from './household.ts';
import { internalForms } from './internal-forms.ts';
import type { Kind } from './kind.ts';
import { publicForms } from './public-forms.ts';
import { queryOn } from './query.ts';
import { system, systemColumns } from './system.ts';

const ofRows: Omit<Record<ReportType, Kind>, 'query'> = {
  client_forms: { columns: async () => clientColumns, relate: clientForms },
  public_forms: { columns: async () => clientColumns, relate: publicForms },
  internal_forms: { columns: async () => [], relate: internalForms },
  system: { columns: systemColumns, relate: system },
  fields: { columns: fieldsColumns, relate: fields },
  household: { columns: householdKindColumns, relate: household },
};

/** What gives the rows of each type of report. */
export const kinds: Record<ReportType, Kind> = { ...ofRows, query: queryOn(ofRows) };
