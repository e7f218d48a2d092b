import { z } from 'zod';
import { languageCode } from '#forms/translation/codes.ts';
import { written } from '#forms/translation/languages.ts';
import { listOf } from '../kit/list.ts';
import { asAbove, stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';

/** The code of a language that is not the one in which forms are written. */
const language = z
  .string('Choose a language')
  .max(35, 'Choose a language')
  .transform((text, context) => {
    const code = languageCode(text);
    const message = code === written.code ? `The form itself is in ${written.name}` : 'Enter a code like es or zh-Hans';
    if (code === null || code === written.code) context.issues.push({ code: 'custom', message, input: text });
    return code ?? z.NEVER;
  });

/** The longest texts are those to read between questions. */
const longest = 50_000;

const sentText = z.strictObject({
  /** Names the text within the form: `name`, `field.12.description`, `field.12.option.car`. */
  key: z
    .string()
    .max(300)
    .regex(/^(name|description|field\.\d+\.(name|description|content|checked|unchecked|option\..+))$/s, {
      error: 'Enter the key of a text of the form, such as name or field.12.name',
    }),
  /** Blank is not translated. */
  text: z.string().max(longest).nullable(),
  /** What it is a translation of; the text as it is now, unless this is sent. */
  original: z.string().max(longest).nullable().optional(),
});

const texts = z
  .array(sentText)
  .max(20_000)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'Send each text once');

/** What strangers read of a form, in another language. */
export const formTranslation = z.object({
  ...stamps.shape,
  form_id: id,
  language: z.string(),
  /** The language in English, and in its own words. */
  name: z.string(),
  own_name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** Whether the page says buttons and messages in it; else they are in English. */
  is_spoken: z.boolean(),
  /** Of what the form says now, so many texts are there, not translated, and translated from something else. */
  total: z.int(),
  missing: z.int(),
  changed: z.int(),
  texts: z.array(z.object({ key: z.string(), text: z.string(), original: z.string() })),
});

/** The translations of a form are part of it: who may change it may change them. */
export const formTranslations = {
  name: 'translations',
  access: asAbove('forms'),
  summaries: {
    list: 'List the translations of a form, with their progress',
    show: 'Show one translation of a form with its texts',
    create: 'Add a language to a form',
    update: 'Replace the translated texts of a form; texts that aren’t sent are removed',
    remove: 'Remove a language from a form',
  },
  record: formTranslation,
  create: z.strictObject({ language, texts: texts.optional() }),
  changes: z.strictObject({ texts: texts.optional(), lock_version: z.int().optional() }),
} as const;

const below = underRoutes('forms/:form_id', formTranslations);

export const formTranslationRoutes = {
  ...below,
  /** The texts may be long: only the translation by itself shows them. */
  list: route({ ...below.list, response: listOf(formTranslation.omit({ texts: true })) }),
};
