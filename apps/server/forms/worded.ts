import type { Worded } from '#forms/translation/texts.ts';
import type { Translations } from '#forms/translation/translations.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Row } from '#server/kit/rows.ts';
import { formDefinitions } from './definitions.ts';

/** A form as far as it has texts. */
export const wordedForm = async (
  tx: Tx,
  { organization_id, id, name, description }: Pick<Row<'forms'>, 'organization_id' | 'id' | 'name' | 'description'>,
): Promise<Worded> => {
  const definitions = await formDefinitions(tx, organization_id, [id]);
  return { name, description, form_fields: definitions.get(id)?.form_fields ?? [] };
};

/** What a form says in other languages, as it is stored. */
export const translationsOf = async (
  tx: Tx,
  { organization_id, id }: Pick<Row<'forms'>, 'organization_id' | 'id'>,
): Promise<{ language: string; texts: Translations }[]> => {
  const rows = await tx
    .selectFrom('form_translations')
    .select(['language', 'texts'])
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', id)
    .orderBy('language')
    .execute();
  return rows.map(({ language, texts }) => ({ language, texts: texts as Translations }));
};
