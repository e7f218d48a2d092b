import { templateRoutes, templatesSlug } from '#contract/resources/templates.ts';
import { renumberRules, renumberVariables } from '#forms/definition/renumber.ts';
import { renumberTranslations } from '#forms/translation/translations.ts';
import { createForm, type WholeForm } from '#server/forms/create-form.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { translationsOf } from '#server/forms/worded.ts';
import { implement, type MemberContext, type Organization, type SignedInContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { among, findRow, ofOrganization, type Row } from '#server/kit/rows.ts';

const organizationWith = async ({ tx }: Pick<SignedInContext, 'tx'>, slug: string): Promise<Organization> =>
  tx
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'time_zone', 'owner_id'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();

/** The platform team at work in an organization. */
const within = (context: SignedInContext, organization: Organization): MemberContext => {
  context.enter(organization.id, context.caller.person.id);
  return {
    ...context,
    action: 'write',
    caller: {
      ...context.caller,
      organization,
      role: 'superuser',
      everything: true,
      api_credential_id: null,
      entity_privileges: {},
      principals: [],
    },
  };
};

type Whole = FormDefinition & Pick<WholeForm, 'translations'>;

/** A form with all that is made again elsewhere. */
const wholeDefinition = async (tx: MemberContext['tx'], row: Row<'forms'>): Promise<Whole> => {
  const { organization_id, id } = row;
  const definition = (await formDefinitions(tx, organization_id, [id])).get(id) as FormDefinition;
  return { ...definition, translations: await translationsOf(tx, row) };
};

/** A form with its fields, to be made again elsewhere. What points to other forms does not go along. */
const wholeOf = (
  form: Row<'forms'>,
  { form_fields, logic, calculations, translations }: Whole,
  known: ReadonlyMap<number, number>,
): WholeForm => ({
  name: form.name,
  description: form.description,
  form_type: form.form_type as 'client' | 'internal',
  active: form.active,
  redirect_url: form.redirect_url,
  form_fields: form_fields.map(({ id: _, form_id: __, field_type: ___, field, settings, ...entry }) => {
    const { id, metadata, ...rest } = field;
    const { pre_populate: _source, ...own } = metadata;
    const draft = { ...rest, metadata: typeof metadata.pre_populate === 'object' ? own : metadata };
    const { pre_populate, ...kept } = settings;
    return { ...entry, settings: kept, field_id: known.get(id) ?? id, ...(known.has(id) ? {} : { field: draft }) };
  }),
  logic: renumberRules(logic, { fields: known, calculations: new Map() }),
  calculations: calculations.map(
    ({ form_id, created_at, updated_at, lock_version, position, variables, ...calculation }) => ({
      ...calculation,
      variables: renumberVariables(variables, { fields: known, calculations: new Map() }),
    }),
  ),
  translations: translations.map(({ language, texts }) => ({ language, texts: renumberTranslations(texts, known) })),
});

/** Fields that offer the records of an internal form would offer nothing elsewhere. */
const refusePickers = ({ form_fields }: FormDefinition) =>
  refuse(
    form_fields
      .filter(({ field }) => field.internal_option !== null)
      .map(({ field }) => ({
        path: 'form_id',
        message: `${field.name} picks records of this organization and cannot be copied. Remove it from the form first`,
      })),
  );

const copyTo = async (
  context: SignedInContext,
  { templates, row, definition }: { templates: Organization; row: Row<'forms'>; definition: Whole },
  organization: Organization,
) => {
  const { tx } = context;
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
  const known = new Map(
    copies.flatMap(({ record_id, copy_id }) => (there.some(({ id }) => id === copy_id) ? [[record_id, copy_id]] : [])),
  );
  const inside = within(context, organization);
  const form = await createForm(inside, wholeOf(row, definition, known));
  const made = (await formDefinitions(tx, organization.id, [form.id])).get(form.id) as FormDefinition;
  const fields = definition.form_fields.flatMap(({ field_id }, place) =>
    known.has(field_id)
      ? []
      : [{ record_type: 'fields', record_id: field_id, copy_id: made.form_fields[place]?.field_id as number }],
  );
  context.enter(templates.id, context.caller.person.id);
  await tx
    .insertInto('template_copies')
    .values(
      [{ record_type: 'forms', record_id: row.id, copy_id: form.id }, ...fields].map((one) => ({
        ...one,
        organization_id: templates.id,
        copy_organization_id: organization.id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { organization_id: organization.id, form_id: form.id };
};

/** The platform's templates on their way to organizations, and back. */
export const templatesFeature = implement(templateRoutes, {
  assign: async ({ body: { form_id, organization_ids } }, context) => {
    const { tx } = context;
    const templates = await organizationWith(context, templatesSlug);
    const row = await findRow(tx, 'forms', { organization_id: templates.id, id: form_id });
    const definition = await wholeDefinition(tx, row);
    refusePickers(definition);
    const organizations = await tx
      .selectFrom('organizations')
      .select(['id', 'name', 'slug', 'time_zone', 'owner_id'])
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
          ? [{ path, message: `${organization.name} has received this form already` }]
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
    refusePickers(definition);
    const inside = within(context, await organizationWith(context, templatesSlug));
    const { id, name } = await createForm(inside, wholeOf(row, definition, new Map()));
    return { id, name };
  },
});
