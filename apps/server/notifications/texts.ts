import { filledIn, placeholdersOf } from '#forms/definition/template.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { timeWithZone } from '#server/kit/calendar.ts';
import type { Config } from '#server/kit/config.ts';
import { originOf } from '#server/kit/origins.ts';
import { pathOf, type Subject } from './subject.ts';

/** What a notification says before anything is put in. */
export type Template = { subject_template: string; body_template: string };

/** A subject on one line, and a text in markdown; whether answers or a name stand in either. */
export type Text = { subject: string; body: string; is_personal: boolean };

/** The same text for those who may read the record, and for those who may not. */
export type MailTexts = { whole: Text; withoutAnswers: Text };

const noAnswer = '(no answer)';
const notShown = '(not shown)';
const notAsked = '(no longer on the form)';

/** In the subject line, in characters. */
const maxSubject = 200;

/** Text that markdown shows as it is, whatever signs it has; several lines stay several. */
export const asMarkdown = (text: string): string =>
  text
    .trim()
    .replace(/[\p{P}\p{S}]/gu, '\\$&')
    .replace(/\s*\n\s*/g, '\\\n');

const onOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxSubject);

const answerTo = ({ form, response }: Subject, name: string): string | null => {
  const entry = form.form_fields.find(({ field }) => field.name === name);
  const value = entry && response ? (response.answers[entry.field_id] ?? null) : null;
  return entry && value !== null ? fieldType(entry.field_type).text(value, entry.field) : null;
};

/** What each placeholder stands for that every reader may know; the others stand for answers and names. */
const values = (subject: Subject, config: Pick<Config, 'publicUrl'>): Record<string, string> => {
  const { organization, form, response } = subject;
  return {
    form_name: form.name,
    record_url: `${originOf(config, organization.slug)}${pathOf(subject)}`,
    completed_at: response ? timeWithZone(response.completed_at, organization.time_zone) : '',
    organization_name: organization.name,
    client_id: response?.client_id ? String(response.client_id) : '',
  };
};

/** What stands for the placeholders of a text about this subject. */
const reading = (subject: Subject, config: Pick<Config, 'publicUrl'>, showsPersonal: boolean) => {
  const { form, client_first_name } = subject;
  const open = values(subject, config);
  const known = new Map(
    placeholdersOf({ form_type: form.form_type, fields: form.form_fields.map(({ field }) => field) }).map((one) => [
      one.name,
      one,
    ]),
  );
  let toldPersonal = false;
  const meaning = (name: string): string => {
    const placeholder = known.get(name);
    if (!placeholder) return notAsked;
    if (!placeholder.isPersonal) return open[name] || noAnswer;
    if (!showsPersonal) return notShown;
    toldPersonal = true;
    return (
      (name === 'client_first_name' ? client_first_name : answerTo(subject, name.slice('field:'.length))) || noAnswer
    );
  };
  return { meaning, isPersonal: () => toldPersonal };
};

/**
 * A notification as it reads about this subject. Answers and names stand in it when its reader may see them and the
 * organization sends them by email; what left the form since the text was written is named as such.
 */
export const textAbout = (
  { subject_template, body_template }: Template,
  subject: Subject,
  { config, mayRead }: { config: Pick<Config, 'publicUrl'>; mayRead: boolean },
): Text => {
  const { meaning, isPersonal } = reading(subject, config, mayRead && subject.organization.allow_answers_in_email);
  const inBody = (name: string) => (name === 'record_url' ? `<${meaning(name)}>` : asMarkdown(meaning(name)));
  return {
    subject: onOneLine(filledIn(subject_template, meaning)),
    body: filledIn(body_template, inBody),
    is_personal: isPersonal(),
  };
};

/** The text for those who may read the record, and for those who may not. */
export const mailingAbout = (template: Template, subject: Subject, config: Pick<Config, 'publicUrl'>): MailTexts => ({
  whole: textAbout(template, subject, { config, mayRead: true }),
  withoutAnswers: textAbout(template, subject, { config, mayRead: false }),
});
