import { type KeyboardEvent, type ReactNode, useId } from 'react';
import css from './tabs.module.css';

/** Views of one thing, one at a time; the arrow keys go from tab to tab. `children` is the view that is shown. */
export const ViewTabs = <V extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  children: ReactNode;
}) => {
  const id = useId();
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const place = tabs.findIndex((tab) => tab.value === value);
    const next = tabs.at((place + by) % tabs.length);
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div>
      <div className={css.tabs} role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={css.panel}>
        {children}
      </div>
    </div>
  );
};
