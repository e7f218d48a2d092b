import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import css from './breadcrumbs.module.css';
import { Icon } from './icon.tsx';

export type Crumb = { label: string; to?: string };

/** Where this page is. The last crumb is the page itself, and no link. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className={css.crumbs} aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ label, to }, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li key={to ?? label} aria-current={last ? 'page' : undefined}>
              <bdi>{to && !last ? <Link to={to}>{label}</Link> : label}</bdi>
              {!last && <Icon of={IconChevronRight} size="xs" />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
