import type { FieldDraft } from '#forms/definition/field.ts';
import {
  inEntry,
  inMetadata,
  inRule,
  inTranslations,
  inVariables,
  type Numbers,
  renumberedBy,
} from '#forms/definition/references.ts';
import type { Issue } from '#forms/issue.ts';
import type { CopiedForm } from '#forms/updates/copied-form.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import type { WholeForm } from './create-form.ts';
import { type FormDefinition, formDefinitions } from './definitions.ts';
import { allTranslations } from './worded.ts';

export type Whole = FormDefinition & Pick<WholeForm, 'translations'>;

/** Forms of an organization with all that is made again elsewhere, by id. */
export const wholeDefinitions = async (
  tx: MemberContext['tx'],
  organization_id: number,
  form_ids: number[],
): Promise<Map<number, Whole>> => {
  const definitions = await formDefinitions(tx, organization_id, form_ids);
  const translations = await allTranslations(tx, organization_id, form_ids);
  return new Map(
    [...definitions].map(([id, form]) => [id, { ...form, translations: translations.get(id) ?? [] }] as const),
  );
};

/** A form with all that is made again elsewhere. */
export const wholeDefinition = async (tx: MemberContext['tx'], { organization_id, id }: Row<'forms'>): Promise<Whole> =>
  (await wholeDefinitions(tx, organization_id, [id])).get(id) as Whole;

/** A field to be made elsewhere, without a source of earlier answers, which is of this organization. */
export const draftElsewhere = ({
  id: _,
  metadata,
  ...rest
}: FormDefinition['form_fields'][number]['field']): FieldDraft => {
  const { pre_populate: _source, ...own } = metadata;
  return { ...rest, metadata: typeof metadata.pre_populate === 'object' ? own : metadata };
};

/** A form with its fields, to be made again elsewhere. What points to other forms does not go along. */
export const wholeOf = (
  form: Row<'forms'>,
  { form_fields, logic, calculations, translations }: Whole,
  known: ReadonlyMap<number, number>,
): WholeForm => {
  const renumber = renumberedBy({ field: known });
  const draftOf = (field: FormDefinition['form_fields'][number]['field']): FieldDraft => {
    const draft = draftElsewhere(field);
    return { ...draft, metadata: inMetadata(draft.metadata ?? {}, renumber) };
  };
  return {
    name: form.name,
    description: form.description,
    form_type: form.form_type as 'client' | 'internal',
    active: form.active,
    redirect_url: form.redirect_url,
    form_fields: form_fields.map(
      ({ id: _, form_id: __, field_type: ___, required_since, field, settings, ...entry }) => {
        const { pre_populate, ...kept } = settings;
        return {
          ...inEntry({ ...entry, settings: kept }, renumber),
          ...(known.has(field.id) ? {} : { field: draftOf(field) }),
        };
      },
    ),
    logic: logic.map((rule) => inRule(rule, renumber)),
    calculations: calculations.map(
      ({ form_id, created_at, updated_at, lock_version, position, variables, ...calculation }) => ({
        ...calculation,
        variables: inVariables(variables, renumber),
      }),
    ),
    translations: translations.map(({ language, texts }) => ({ language, texts: inTranslations(texts, renumber) })),
  };
};

/** What a copy has of its own, by the IDs in the original: each stands at the same place in both. */
export const numbersByPlace = (
  original: Pick<FormDefinition, 'form_fields' | 'calculations'>,
  copy: Pick<FormDefinition, 'form_fields' | 'calculations'>,
) => {
  const pairs = <T>(list: readonly T[], others: readonly T[], idOf: (one: T) => number) =>
    new Map(list.map((one, place) => [idOf(one), idOf(others[place] as T)]));
  return {
    field: pairs(original.form_fields, copy.form_fields, ({ field_id }) => field_id),
    form_field: pairs(original.form_fields, copy.form_fields, ({ id }) => id),
    calculation: pairs(original.calculations, copy.calculations, ({ id }) => id),
  } satisfies Numbers;
};

type FormHeader = Pick<Row<'forms'>, 'name' | 'description' | 'redirect_url'>;

/** A form as copies and originals are compared. */
export const copiedOf = (
  { name, description, redirect_url }: FormHeader,
  { form_fields, logic, calculations, translations }: Whole,
): CopiedForm => ({
  name,
  description,
  redirect_url,
  form_fields: form_fields.map(
    ({ id: _, form_id: __, field_type: ___, required_since, position, field: { id, ...field }, ...entry }) => ({
      ...entry,
      field,
    }),
  ),
  logic: logic.map(({ position: _, ...rule }) => rule),
  calculations: calculations.map(
    ({ form_id: _, created_at, updated_at, lock_version, position, ...calculation }) => calculation,
  ),
  translations: translations.map(({ language, texts }) => ({ language, texts })),
});

/** A form as its copies elsewhere follow it. What points to other forms does not go along. */
export const copiedElsewhere = (form: FormHeader, original: Whole): CopiedForm => {
  const copied = copiedOf(form, original);
  return {
    ...copied,
    form_fields: copied.form_fields.map(({ settings: { pre_populate: _, ...settings }, field, ...entry }) => {
      const { pre_populate, ...metadata } = field.metadata;
      return {
        ...entry,
        settings,
        field: { ...field, metadata: typeof pre_populate === 'object' ? metadata : field.metadata },
      };
    }),
  };
};

/** Fields that offer the records of an internal form would offer nothing elsewhere. @param path what was asked for */
export const pickerIssues = ({ form_fields }: Pick<FormDefinition, 'form_fields'>, path: string): Issue[] =>
  form_fields
    .filter(({ field }) => field.internal_option !== null)
    .map(({ field }) => ({
      path,
      message: `${field.name} picks records that other organizations don’t have. Remove it from the form first.`,
    }));
