import { memo } from 'react';
import type { FormText, Part } from '#forms/translation/texts.ts';
import { standingOf, type TextTranslation, type Translations } from '#forms/translation/translations.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import css from './translations.module.css';

const titles: Record<Part, string> = {
  name: 'Name',
  description: 'Help text',
  content: 'Text to read',
  checked: 'Checked value',
  unchecked: 'Unchecked value',
  option: 'Option',
};

type Language = { language: string; name: string; direction: 'ltr' | 'rtl' };
type Change = (key: string, text: string, original: string) => void;

/** The texts of a field, or of the form itself, each beside what it is in the language. */
export const TextGroup = ({
  title,
  texts,
  translations,
  language,
  isFixed,
  onChange,
}: {
  title: string;
  texts: readonly FormText[];
  translations: Translations;
  language: Language;
  isFixed: boolean;
  onChange: Change;
}) => (
  <section className={css.group} aria-label={title}>
    <h2>{title}</h2>
    {texts.map((text) => (
      <TextRow
        key={text.key}
        text={text}
        translated={translations[text.key]}
        language={language}
        isFixed={isFixed}
        onChange={onChange}
      />
    ))}
  </section>
);

/** One text; only the one that is typed is drawn again. */
const TextRow = memo(
  ({
    text,
    translated,
    language,
    isFixed,
    onChange,
  }: {
    text: FormText;
    translated: TextTranslation | undefined;
    language: Language;
    isFixed: boolean;
    onChange: Change;
  }) => {
    const { key, original, part, field_id } = text;
    const title = field_id === null && part === 'description' ? 'Description' : titles[part];
    const standing = standingOf(text, translated ? { [key]: translated } : {});
    return (
      <div className={css.row} data-standing={standing}>
        <div>
          <span className={css.part}>{title}</span>
          <p className={css.original}>{original}</p>
          {standing === 'missing' && <StatusBadge tone="warn">Missing</StatusBadge>}
          {standing === 'changed' && (
            <div className={css.changed}>
              <StatusBadge tone="warn">Outdated</StatusBadge>
              <p>
                It was: <q>{translated?.original}</q>
              </p>
              {!isFixed && (
                <Button size="small" onClick={() => onChange(key, translated?.text ?? '', original)}>
                  Still correct
                </Button>
              )}
            </div>
          )}
        </div>
        <TextareaField
          label={`${title} in ${language.name}: ${original.slice(0, 80)}`}
          labelHidden
          disabled={isFixed}
          rows={1}
          lang={language.language}
          dir={language.direction}
          value={translated?.text ?? ''}
          onChange={(typed) => onChange(key, typed, original)}
        />
      </div>
    );
  },
);
