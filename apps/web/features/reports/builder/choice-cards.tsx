import { useId } from 'react';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import css from './choice-cards.module.css';

/** One of several things, each told on a card of its own. */
export const ChoiceCards = <V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: V;
  options: { value: V; title: string; note: string; icon: IconType }[];
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
