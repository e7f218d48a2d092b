import { IconExternalLink, IconLink, IconLock } from '@tabler/icons-react';
import { isWebLink, withScheme } from '#forms/field-types/hyperlink.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useSay } from '#web/ui/say.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { AnswerInputProps } from './answer-props.ts';
import css from './hyperlink-input.module.css';
import { textOf } from './text-inputs.tsx';

export const HyperlinkInput = ({ frame, value, onChange }: AnswerInputProps) => {
  const say = useSay();
  const text = textOf(value);
  const address = withScheme(text);
  return (
    <TextField
      {...frame}
      labelEnd={
        isWebLink(address) && (
          <a
            className={css.open}
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={say('Open {0}', frame.label)}
          >
            {say('Open')} <Icon of={IconExternalLink} size="s" />
          </a>
        )
      }
      icon={frame.locked ? IconLock : IconLink}
      type="url"
      maxLength={2000}
      autoComplete="off"
      placeholder="https://"
      value={text}
      onChange={onChange}
      onBlur={() => text !== address && !frame.locked && onChange(address)}
    />
  );
};
