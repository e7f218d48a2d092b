import { clientColumns, type ReportType } from '#reports/columns.ts';
import { clientForms } from './client-forms.ts';
import { dataQuality } from './data-quality.ts';
import { fields, fieldsColumns } from './fields.ts';
import { household, householdKindColumns } from './household.ts';
import { internalForms } from './internal-forms.ts';
import type { Kind } from './kind.ts';
import { publicForms } from './public-forms.ts';
import { queryOn } from './query.ts';
import { system, systemColumns } from './system.ts';

const behindRow: Kind['consenting'] = ({ person, keys }) => person ?? keys.client_id;

const ofRows: Omit<Record<ReportType, Kind>, 'query'> = {
  client_forms: {
    columns: async () => clientColumns,
    relate: (context, plan) => clientForms(context, plan),
    consenting: behindRow,
  },
  data_quality: { columns: async () => clientColumns, relate: dataQuality, consenting: behindRow },
  public_forms: { columns: async () => clientColumns, relate: publicForms, consenting: behindRow },
  internal_forms: { columns: async () => [], relate: internalForms, consenting: null },
  system: { columns: systemColumns, relate: system, consenting: behindRow },
  fields: { columns: fieldsColumns, relate: fields, consenting: behindRow },
  // Contacts have no consent records.
  household: { columns: householdKindColumns, relate: household, consenting: ({ keys }) => keys.client_id },
};

/** What gives the rows of each type of report. */
export const kinds: Record<ReportType, Kind> = { ...ofRows, query: { ...queryOn(ofRows), consenting: behindRow } };
