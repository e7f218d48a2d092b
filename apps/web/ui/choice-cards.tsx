import { useId } from 'react';
import css from './choice-cards.module.css';
import { Icon, type IconType } from './icon.tsx';

/** One of several things, each told on a card of its own. */
export const ChoiceCards = <V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: V;
  /** The note of one that cannot be chosen says why. */
  options: { value: V; title: string; note: string; icon: IconType; disabled?: boolean }[];
  onChange: (value: V) => void;
}) => {
  const name = useId();
  return (
    <div className={css.cards} role="radiogroup" aria-label={label}>
      {options.map((option) => {
        const id = `${name} ${option.value}`.replaceAll(' ', '-');
        return (
          <label key={option.value} className={css.card}>
            <Icon of={option.icon} />
            <b id={id}>{option.title}</b>
            <input
              type="radio"
              name={name}
              disabled={option.disabled}
              checked={value === option.value}
              aria-labelledby={id}
              aria-describedby={`${id}-note`}
              onChange={() => onChange(option.value)}
            />
            <small id={`${id}-note`}>{option.note}</small>
          </label>
        );
      })}
    </div>
  );
};
