import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { asText, type CopiedForm, type CopyNumbers, inIdsOf, isSame } from '#forms/updates/copied-form.ts';
import { type Difference, differencesOf } from '#forms/updates/differences.ts';
import { takeUpdate } from '#forms/updates/take-update.ts';
import { byId } from '#server/forms/follow-form.ts';
import { copiedElsewhere, copiedOf, pickerIssues, wholeDefinitions } from '#server/forms/whole-form.ts';
import type { DB } from '#server/kit/db.ts';
import type { NeighborContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import { templatesOrganization } from './origins.ts';

type Form = Row<'forms'>;
type Origin = Selectable<DB['template_forms']>;

/** The form of an organization beside the template that it is a copy of. */
export type TemplateComparison = {
  form: Form;
  origin: Origin;
  template_name: string;
  /** The template as it is, in its own ids, and in those of the copy. */
  template: CopiedForm;
  there: CopiedForm;
  here: CopiedForm;
  /** What the form is when the update is taken. */
  after: CopiedForm;
  differences: Difference[];
  /** Tells the state of the template, and that state with all that is different. */
  state: string;
  version: string;
};

const sumOf = (value: unknown): string => createHash('sha256').update(asText(value)).digest('base64url');

const numbersOf = ({ numbers }: Origin): CopyNumbers => {
  const { fields, calculations } = numbers;
  return { fields: byId(fields), calculations: byId(calculations) };
};

/** The templates of these numbers as they are. One that picks records, which nobody else has, reaches nobody. */
const templatesOf = async (context: NeighborContext, ids: number[]) => {
  const { id: organization_id } = await templatesOrganization(context);
  return context.beside(organization_id, async () => {
    const rows = await ofOrganization(context.tx, 'forms', { organization: { id: organization_id } })
      .select(['id', 'name', 'description', 'redirect_url'])
      .where('id', '=', among(ids))
      .execute();
    const definitions = await wholeDefinitions(context.tx, organization_id, ids);
    return new Map(
      rows.flatMap((row) => {
        const definition = definitions.get(row.id);
        if (!definition || pickerIssues(definition, '').length > 0) return [];
        return [[row.id, copiedElsewhere(row, definition)] as const];
      }),
    );
  });
};

/**
 * Forms beside their templates, those of them that have one: what taking the template's changes would make of each. Those
 * that are as their templates already are left out.
 */
export const compareWithTemplates = async (context: NeighborContext, forms: Form[]): Promise<TemplateComparison[]> => {
  const { tx, caller } = context;
  if (forms.length === 0) return [];
  const origins = await ofOrganization(tx, 'template_forms', caller)
    .selectAll()
    .where('form_id', '=', among(forms.map(({ id }) => id)))
    .execute();
  if (origins.length === 0) return [];
  const templates = await templatesOf(
    context,
    origins.map(({ template_id }) => template_id),
  );
  const definitions = await wholeDefinitions(
    tx,
    caller.organization.id,
    origins.map(({ form_id }) => form_id),
  );
  return forms.flatMap((form) => {
    const origin = origins.find(({ form_id }) => form_id === form.id);
    const template = origin && templates.get(origin.template_id);
    const definition = definitions.get(form.id);
    if (!template || !definition) return [];
    const taken = origin.taken;
    if (isSame(taken, template)) return [];
    const numbers = numbersOf(origin);
    const [base, there, here] = [
      taken && inIdsOf(taken, numbers),
      inIdsOf(template, numbers),
      copiedOf(form, definition),
    ];
    const after = takeUpdate(base, there, here);
    const differences = differencesOf(base, { before: here, after });
    if (differences.length === 0) return [];
    const [state, version] = [sumOf(template), sumOf([template, differences])];
    return [{ form, origin, template_name: template.name, template, there, here, after, differences, state, version }];
  });
};
