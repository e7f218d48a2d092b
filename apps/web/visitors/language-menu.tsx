import { IconLanguage } from '@tabler/icons-react';
import { Icon } from '#web/ui/icon.tsx';
import { useSay } from '#web/ui/say.ts';
import css from './visitors.module.css';

type LanguageOption = { code: string; own_name: string };

/** The languages of a form, each in its own words. */
export const LanguageMenu = ({
  languages,
  value,
  onChange,
}: {
  languages: readonly LanguageOption[];
  value: string;
  onChange: (code: string) => void;
}) => {
  const say = useSay();
  if (languages.length === 0) return null;
  return (
    <label className={css.language}>
      <Icon of={IconLanguage} />
      <select
        aria-label={say('Language')}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {languages.map(({ code, own_name }) => (
          <option key={code} value={code} lang={code}>
            {own_name}
          </option>
        ))}
      </select>
    </label>
  );
};
