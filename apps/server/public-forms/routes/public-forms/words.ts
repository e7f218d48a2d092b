import type { HandlerInput } from '#contract/kit/route.ts';
import type { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { directionOf, languageCode } from '#forms/translation/codes.ts';
import { languageOf } from '#forms/translation/languages.ts';
import { textsOf } from '#forms/translation/texts.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import type { VisitorContext } from '#server/kit/handlers.ts';
import { networkOf } from '#server/kit/networks.ts';
import { definitionOf, isOpenStill, type PublicFormContext, unavailable, visited } from './visitors.ts';

const translationsOf = ({ tx }: VisitorContext, { setting }: PublicFormContext) =>
  tx.selectFrom('form_translations').where('form_id', '=', setting.form_id);

/** The languages in which a stranger may fill in a form, by their own names: none unless its publish setting says so. */
export const languagesOf = async (context: VisitorContext, place: PublicFormContext) => {
  if (!place.setting.translate) return [];
  const rows = await translationsOf(context, place).select('language').execute();
  return rows
    .map(({ language: code }) => ({ code, own_name: languageOf(code).own_name, direction: directionOf(code) }))
    .toSorted((a, b) => a.own_name.localeCompare(b.own_name));
};

/** The language that somebody says they filled a form in in, if it is one of its languages: else it is not kept. */
export const answeredIn = async (context: VisitorContext, place: PublicFormContext, language: string | undefined) => {
  if (!language) return null;
  const offered = await languagesOf(context, place);
  return offered.find(({ code }) => code === language)?.code ?? null;
};

/** What a form says in another language, as far as a stranger is asked. One that it does not have is refused as a form is. */
export const words = async ({ params }: HandlerInput<typeof publicFormRoutes.words>, context: VisitorContext) => {
  await attempted(context.tx, limits.publicOpen, `${networkOf(context.address)} ${context.host}`);
  const place = await visited(context, params.access_key);
  const language = languageCode(params.language);
  if (language === null || !isOpenStill(place) || !place.setting.translate) throw unavailable();
  const row = await translationsOf(context, place)
    .select(['language', 'texts'])
    .where('language', '=', language)
    .executeTakeFirst();
  if (!row) throw unavailable();
  const stored = row.texts;
  const { form_fields } = await definitionOf(context, place);
  const texts = textsOf({ ...place.form, form_fields });
  return {
    language: row.language,
    texts: Object.fromEntries(texts.flatMap(({ key }) => (stored[key] ? [[key, stored[key].text]] : []))),
  };
};
