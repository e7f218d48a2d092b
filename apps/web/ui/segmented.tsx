import { Icon, type IconType } from './icon.tsx';
import css from './segmented.module.css';

/** One of two or three views, as buttons side by side. `label` names the group. */
export function Segmented<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: { value: V; label: string; icon?: IconType }[];
  value: V;
  onChange: (value: V) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and form semantics
    <div className={css.group} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon && <Icon of={option.icon} size="s" />}
          {option.label}
        </button>
      ))}
    </div>
  );
}
