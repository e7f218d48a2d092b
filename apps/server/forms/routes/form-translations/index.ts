import { formTranslationRoutes, formTranslations } from '#contract/resources/form-translations.ts';
import { directionOf, firstOffered, spoken } from '#forms/translation/codes.ts';
import { languageOf } from '#forms/translation/languages.ts';
import { textsOf } from '#forms/translation/texts.ts';
import { countsOf, type Translations } from '#forms/translation/translations.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { reachShared, refuseShared } from '#server/forms/sharing.ts';
import { wordedForm } from '#server/forms/worded.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import { type ServingBelow, under } from '#server/kit/under.ts';

type Form = Row<'forms'>;
type Translation = Row<'form_translations'>;
type TranslationChanges = { key: string; text: string | null; original?: string | null | undefined }[];

/** So many languages a form. */
const most = 50;

const formOf = async (form_id: number, context: MemberContext): Promise<Form> => {
  const form = await findFor({ table: 'forms', scope: visibleForms }, form_id, context);
  if (context.action !== 'read') await refuseShared(context, form_id);
  return form;
};

/** What is stored of the texts that were sent: those that the form has now and that are not blank. */
const storedOf = async (
  { tx }: MemberContext,
  { sent, form, before }: { sent: TranslationChanges; form: Form; before: Translations },
): Promise<Translations> => {
  const originals = new Map(textsOf(await wordedForm(tx, form)).map(({ key, original }) => [key, original]));
  return Object.fromEntries(
    sent.flatMap(({ key, text, original }) => {
      const now = originals.get(key);
      if (now === undefined || text === null) return [];
      const known = before[key]?.text === text ? before[key].original : now;
      return [[key, { text, original: original ?? known }]];
    }),
  );
};

const count = async ({ tx, caller }: MemberContext, form_id: number): Promise<number> => {
  await takeTurn(tx, 'form_translations', caller.organization.id, form_id);
  const { count } = await ofOrganization(tx, 'form_translations', caller)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('form_id', '=', form_id)
    .executeTakeFirstOrThrow();
  return count;
};

/** The forms of some translations as far as they have texts, by id. */
const formsOf = async ({ tx, caller }: MemberContext, rows: Translation[]) => {
  const forms = await ofOrganization(tx, 'forms', caller)
    .select(['organization_id', 'id', 'name', 'description'])
    .where('id', '=', among([...new Set(rows.map(({ form_id }) => form_id))]))
    .execute();
  const texts = await Promise.all(forms.map(async (form) => textsOf(await wordedForm(tx, form))));
  return new Map(forms.map(({ id }, index) => [id, texts[index] ?? []]));
};

const serialize = async (rows: Translation[], context: MemberContext) => {
  const forms = await formsOf(context, rows);
  return rows.map((row) => {
    const { name, own_name } = languageOf(row.language);
    const stored = row.texts;
    const texts = forms.get(row.form_id) ?? [];
    return {
      ...row,
      name,
      own_name,
      direction: directionOf(row.language),
      is_spoken: firstOffered([row.language], spoken) !== null,
      ...countsOf(texts, stored),
      texts: texts.flatMap(({ key }) => (stored[key] ? [{ key, ...stored[key] }] : [])),
    };
  });
};

const serving: ServingBelow<typeof formTranslations, 'form_translations', Form> = {
  table: 'form_translations',
  usual: ['language'],
  write: async ({ language, texts }, context, { above: form, before }) => {
    if (!before && (await count(context, form.id)) >= most)
      throw invalid('base', `A form can have at most ${most} languages.`);
    const stored = texts && (await storedOf(context, { sent: texts, form, before: before?.texts ?? {} }));
    return {
      columns: { ...(language && { language }), ...(stored && { texts: JSON.stringify(stored) }) },
      after: () => reachShared(context, form.id),
    };
  },
  serialize,
  removing: (_, context, form) => reachShared(context, form.id),
};

/** What forms say to strangers in other languages. */
export const formTranslationsFeature = implement(
  formTranslationRoutes,
  under(formTranslations, { key: 'form_id', find: formOf }, serving),
  { form_translations_language: ['language', 'This form is already translated into this language'] },
);
