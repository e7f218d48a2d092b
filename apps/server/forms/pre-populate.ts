import type { RawBuilder } from 'kysely';
import type { FieldSettings } from '#forms/definition/field-settings.ts';
import type { Issue } from '#forms/issue.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';

type Source = NonNullable<FieldSettings['pre_populate']>;

const idsIn = (ids: number[]): RawBuilder<number> => among(ids);

/** What is stored at the place of a source, whatever it is. */
const asSource = (other: unknown): Partial<Source> =>
  (typeof other === 'object' ? (other as Source | null) : null) ?? {};

const isSame = (one: Source, other: unknown): boolean => {
  const { form_id, form_field_id, field_id } = asSource(other);
  return one.form_id === form_id && one.form_field_id === form_field_id && one.field_id === field_id;
};

/**
 * What is wrong with where fields take earlier answers from, each at its path: forms and fields that are not the
 * organization's, and fields that are not on their form. What was stored before may have left its form meanwhile.
 * @param before what is stored at the same place
 */
export const prePopulateIssues = async (
  { tx, caller }: MemberContext,
  wanted: { path: string; source: Source; before?: unknown }[],
): Promise<Issue[]> => {
  if (wanted.length === 0) return [];
  const sources = wanted.map(({ source }) => source);
  const [forms, fields, entries, dates] = await Promise.all([
    ofOrganization(tx, 'forms', caller)
      .select('id')
      .where('id', '=', idsIn(sources.map(({ form_id }) => form_id)))
      .execute(),
    ofOrganization(tx, 'fields', caller)
      .select('id')
      .where('id', '=', idsIn(sources.map(({ field_id }) => field_id)))
      .execute(),
    ofOrganization(tx, 'form_fields', caller)
      .select(['id', 'form_id', 'field_id'])
      .where('id', '=', idsIn(sources.map(({ form_field_id }) => form_field_id)))
      .execute(),
    ofOrganization(tx, 'form_fields', caller)
      .innerJoin('fields', (join) =>
        join
          .onRef('fields.organization_id', '=', 'form_fields.organization_id')
          .onRef('fields.id', '=', 'form_fields.field_id'),
      )
      .select(['form_fields.form_id', 'form_fields.field_id'])
      .where('fields.field_type', '=', 'date')
      .where('form_fields.field_id', '=', idsIn(sources.flatMap(({ date_field_id }) => date_field_id ?? [])))
      .execute(),
  ]);
  const [knownForms, knownFields] = [forms, fields].map((rows) => new Set(rows.map(({ id }) => id)));
  return wanted.flatMap(({ path, source, before }) => {
    const { form_id, form_field_id, field_id, date_field_id } = source;
    if (!knownForms?.has(form_id)) return [{ path: `${path}.form_id`, message: 'Choose a form of this organization' }];
    if (!knownFields?.has(field_id))
      return [{ path: `${path}.field_id`, message: 'Choose a field of this organization' }];
    const isThere = entries.some(
      (one) => one.id === form_field_id && one.form_id === form_id && one.field_id === field_id,
    );
    if (!isThere && !isSame(source, before))
      return [{ path: `${path}.form_field_id`, message: 'Choose a field of that form' }];
    const isDated =
      date_field_id == null ||
      asSource(before).date_field_id === date_field_id ||
      dates.some((one) => one.form_id === form_id && one.field_id === date_field_id);
    return isDated ? [] : [{ path: `${path}.date_field_id`, message: 'Choose a date question of that form' }];
  });
};
