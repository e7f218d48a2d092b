import { xlsformRoutes } from '#contract/resources/xlsforms.ts';
import { languageOf } from '#forms/translation/languages.ts';
import { identifier } from '#forms/xlsform/names.ts';
import type { ReadXlsform } from '#forms/xlsform/read.ts';
import { writeXlsform } from '#forms/xlsform/write.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { createForm, demandFields } from '#server/forms/create-form.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { translationsOf } from '#server/forms/worded.ts';
import { findFor } from '#server/kit/crud.ts';
import { fileHeaders } from '#server/kit/files/serve.ts';
import { implement, type MemberContext, type PrepareContext, prepared } from '#server/kit/handlers.ts';
import { chooseWorkbook, readForm } from './workbook.ts';

const admit = async (_: unknown, context: MemberContext) => demandFields(context);
const prepare = (_: unknown, { files, caller }: PrepareContext) =>
  readForm(files.get('input')?.[0], caller.organization.id);

/** What was read; who may not have it read, or sent nothing, is told so. */
const readOf = (context: MemberContext, read: ReadXlsform | null): ReadXlsform => {
  demandFields(context);
  if (!read) throw chooseWorkbook();
  return read;
};

const outcomeOf = ({ form, questions, mapped, remarks }: ReadXlsform) => ({
  name: form.name,
  questions,
  mapped,
  rules: form.logic.length,
  calculations: form.calculations.length,
  languages: form.translations.map(({ language }) => languageOf(language).name),
  remarks,
});

/** Forms as XLSForm workbooks. */
export const xlsformsFeature = implement(xlsformRoutes, {
  check: prepared({
    admit,
    prepare,
    handle: async (_, context, read) => outcomeOf(readOf(context, read)),
  }),
  import: prepared({
    admit,
    prepare,
    handle: async ({ body }, context, prepared) => {
      const read = readOf(context, prepared);
      const { id } = await createForm(context, { ...read.form, form_type: body.form_type ?? 'client', active: false });
      return { ...outcomeOf(read), form_id: id };
    },
  }),
  export: async ({ params }, context) => {
    const form = await findFor({ table: 'forms', scope: visibleForms }, params.id, context);
    const definitions = await formDefinitions(context.tx, form.organization_id, [form.id]);
    const { name, description, redirect_url } = form;
    const translations = await translationsOf(context.tx, form);
    const definition = definitions.get(form.id) as FormDefinition;
    const sheets = writeXlsform({ ...definition, name, description, redirect_url, translations });
    const workbook = Object.entries(sheets).map(([sheet, [header = [], ...rows]]) => ({
      sheet,
      data: [header.map((value) => ({ value: String(value), fontWeight: 'bold' as const })), ...rows],
      columns: header.map((column) => ({ width: wide.has(String(column).split('::')[0] as string) ? 40 : 16 })),
      stickyRowsCount: 1,
    }));
    const { default: writeWorkbook } = await import('write-excel-file/node');
    const content_type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return async () => ({
      headers: fileHeaders({ filename: `${identifier(name)}.xlsx`, content_type }),
      body: await writeWorkbook(workbook).toBuffer(),
    });
  },
});

/** The columns that hold sentences. */
const wide = new Set(['label', 'hint', 'relevant', 'constraint', 'calculation', 'message', 'form_title']);
