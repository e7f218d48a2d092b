import writeWorkbook from 'write-excel-file/node';
import { xlsformRoutes } from '#contract/resources/xlsforms.ts';
import { identifier } from '#forms/xlsform/names.ts';
import type { ReadXlsform } from '#forms/xlsform/read.ts';
import { writeXlsform } from '#forms/xlsform/write.ts';
import { holds } from '#server/access/demands.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { createForm } from '#server/forms/create-form.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { findFor } from '#server/kit/crud.ts';
import { fileHeaders } from '#server/kit/files/serve.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { readForm } from './workbook.ts';

/** An XLSForm brings fields of its own. */
const demandFields = ({ caller }: MemberContext) => {
  if (!holds(caller, { entity: 'fields', action: 'write' })) throw new Problem('forbidden');
};

const outcomeOf = ({ form, questions, mapped, remarks }: ReadXlsform) => ({
  name: form.name,
  questions,
  mapped,
  rules: form.logic.length,
  calculations: form.calculations.length,
  remarks,
});

const inputOf = ({ files }: MemberContext) => files.get('input')?.[0];

/** Forms as XLSForm workbooks. */
export const xlsformsFeature = implement(xlsformRoutes, {
  check: async (_, context) => {
    demandFields(context);
    return async () => outcomeOf(await readForm(inputOf(context)));
  },
  import: async ({ body }, context) => {
    demandFields(context);
    const read = await readForm(inputOf(context));
    const { id } = await createForm(context, { ...read.form, form_type: body.form_type ?? 'client', active: false });
    return { ...outcomeOf(read), form_id: id };
  },
  export: async ({ params }, context) => {
    const form = await findFor({ table: 'forms', scope: visibleForms }, params.id, context);
    const definitions = await formDefinitions(context.tx, form.organization_id, [form.id]);
    const { name, description, redirect_url } = form;
    const sheets = writeXlsform({ ...(definitions.get(form.id) as FormDefinition), name, description, redirect_url });
    const workbook = Object.entries(sheets).map(([sheet, [header = [], ...rows]]) => ({
      sheet,
      data: [header.map((value) => ({ value: String(value), fontWeight: 'bold' as const })), ...rows],
      columns: header.map((column) => ({ width: wide.has(String(column)) ? 40 : 16 })),
      stickyRowsCount: 1,
    }));
    const content_type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return {
      headers: fileHeaders({ filename: `${identifier(name)}.xlsx`, content_type }),
      body: await writeWorkbook(workbook).toBuffer(),
    };
  },
});

/** The columns that hold sentences. */
const wide = new Set(['label', 'hint', 'relevant', 'constraint', 'calculation', 'message', 'form_title']);
