import { Link } from 'react-router';
import css from './tabs.module.css';

/** The views of one record as links: each has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: { label: string; to: string; current: boolean }[] }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} className={css.tab} to={tab.to} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
