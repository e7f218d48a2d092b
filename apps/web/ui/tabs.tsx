import { Link } from 'react-router';
import { Icon, type IconType } from './icon.tsx';
import css from './tabs.module.css';

/** `note` is a muted word after the label. */
export type Tab = { label: string; to: string; current: boolean; icon?: IconType; note?: string };

/** The views of one record as links: each has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className={css.tabs} aria-label={label} data-print="hide">
      {tabs.map((tab) => (
        <Link key={tab.to} className={css.tab} to={tab.to} aria-current={tab.current ? 'page' : undefined}>
          {tab.icon && <Icon of={tab.icon} size="s" />}
          {tab.label}
          {tab.note && <span className={css.note}>{tab.note}</span>}
        </Link>
      ))}
    </nav>
  );
}
