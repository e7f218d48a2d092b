import { templateRoutes, templatesSlug } from '#contract/resources/templates.ts';
import { contextWithin } from '#server/access/context-within.ts';
import { organizationColumns } from '#server/access/members.ts';
import { createForm } from '#server/forms/create-form.ts';
import { copyForm } from '#server/forms/follow-form.ts';
import { copiedElsewhere, pickerIssues, type Whole, wholeDefinition, wholeOf } from '#server/forms/whole-form.ts';
import { implement, type Organization, type SignedInContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { among, findRow, ofOrganization, type Row } from '#server/kit/rows.ts';
import { copiesOfFields, keepCopies, keepOrigin, templatesOrganization } from './origins.ts';

/** What organizations have of templates already: of each field, what it is called there. */
const knownFields = async ({ tx }: SignedInContext, templates: Organization, organization: Organization) => {
  const copies = await tx
    .selectFrom('template_copies')
    .select(['record_id', 'copy_id'])
    .where('template_copies.organization_id', '=', templates.id)
    .where('record_type', '=', 'fields')
    .where('copy_organization_id', '=', organization.id)
    .execute();
  const there = await ofOrganization(tx, 'fields', { organization })
    .select('id')
    .where('id', '=', among(copies.map(({ copy_id }) => copy_id)))
    .execute();
  const ids = new Set(there.map(({ id }) => id));
  return new Map(
    copies.filter(({ copy_id }) => ids.has(copy_id)).map(({ record_id, copy_id }) => [record_id, copy_id]),
  );
};

const copyTo = async (
  context: SignedInContext,
  { templates, row, definition }: { templates: Organization; row: Row<'forms'>; definition: Whole },
  organization: Organization,
) => {
  const known = await knownFields(context, templates, organization);
  const inside = contextWithin(context, organization);
  const { form_id, numbers } = await copyForm(inside, { form: row, original: definition, known });
  await keepOrigin(inside, { form_id, template_id: row.id, numbers, taken: copiedElsewhere(row, definition) });
  context.enter(templates.id, context.caller.person.id);
  await keepCopies(context, { templates, organization }, [
    { record_type: 'forms', record_id: row.id, copy_id: form_id },
    ...copiesOfFields(numbers, known),
  ]);
  return { organization_id: organization.id, form_id };
};

/** The platform's templates on their way to organizations, and back. */
export const templatesFeature = implement(templateRoutes, {
  assign: async ({ body: { form_id, organization_ids } }, context) => {
    const { tx } = context;
    const templates = await templatesOrganization(context);
    const row = await findRow(tx, 'forms', { organization_id: templates.id, id: form_id });
    const definition = await wholeDefinition(tx, row);
    refuse(pickerIssues(definition, 'form_id'));
    const organizations = await tx
      .selectFrom('organizations')
      .select(organizationColumns)
      .where('id', 'in', organization_ids)
      .where('slug', '!=', templatesSlug)
      .orderBy('id')
      .execute();
    const received = await tx
      .selectFrom('template_copies')
      .select('copy_organization_id')
      .where('organization_id', '=', templates.id)
      .where('record_type', '=', 'forms')
      .where('record_id', '=', form_id)
      .execute();
    refuse(
      organization_ids.flatMap((id, index) => {
        const path = `organization_ids.${index}`;
        const organization = organizations.find((one) => one.id === id);
        if (!organization) return [{ path, message: 'Choose an organization' }];
        return received.some((one) => one.copy_organization_id === id)
          ? [{ path, message: `${organization.name} already has this form` }]
          : [];
      }),
    );
    const data = [];
    for (const organization of organizations)
      data.push(await copyTo(context, { templates, row, definition }, organization));
    return { data };
  },
  copyToTemplates: async ({ body: { organization_id, form_id } }, context) => {
    const { tx } = context;
    const row = await findRow(tx, 'forms', { organization_id, id: form_id });
    const definition = await wholeDefinition(tx, row);
    refuse(pickerIssues(definition, 'form_id'));
    const inside = contextWithin(context, await templatesOrganization(context));
    const { id, name } = await createForm(inside, wholeOf(row, definition, new Map()));
    return { id, name };
  },
});
