import type { TranslatableForm } from '#forms/translation/texts.ts';
import type { Translations } from '#forms/translation/translations.ts';
import type { Tx } from '#server/kit/db.ts';
import { among, type Row } from '#server/kit/rows.ts';
import { formDefinitions } from './definitions.ts';

/** A form as far as it has texts. */
export const wordedForm = async (
  tx: Tx,
  { organization_id, id, name, description }: Pick<Row<'forms'>, 'organization_id' | 'id' | 'name' | 'description'>,
): Promise<TranslatableForm> => {
  const definitions = await formDefinitions(tx, organization_id, [id]);
  return { name, description, form_fields: definitions.get(id)?.form_fields ?? [] };
};

type LanguageTexts = { language: string; texts: Translations };

/** What forms say in other languages, as it is stored, by their ids. */
export const allTranslations = async (
  tx: Tx,
  organization_id: number,
  form_ids: number[],
): Promise<Map<number, LanguageTexts[]>> => {
  const rows = await tx
    .selectFrom('form_translations')
    .select(['form_id', 'language', 'texts'])
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', among(form_ids))
    .orderBy('form_id')
    .orderBy('language')
    .execute();
  return Map.groupBy(rows, ({ form_id }) => form_id);
};

/** What a form says in other languages. */
export const translationsOf = async (
  tx: Tx,
  { organization_id, id }: Pick<Row<'forms'>, 'organization_id' | 'id'>,
): Promise<LanguageTexts[]> => (await allTranslations(tx, organization_id, [id])).get(id) ?? [];
