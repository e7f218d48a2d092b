import type { ReactNode } from 'react';
import css from './brand-line.module.css';

export type Brand = {
  name: string;
  host?: string;
  /** Words in the place of the host. */
  line?: string;
  /** At most 200 by 50. */
  logo?: ReactNode;
};

/** Whose page a card stands on: logo, name and address. */
export function BrandLine({ name, host, line, logo }: Brand) {
  return (
    <div className={css.brand}>
      {logo && <span className={css.logo}>{logo}</span>}
      <div>
        <b>{name}</b>
        {host && <span className={css.host}>{host}</span>}
        {line && <span className={css.line}>{line}</span>}
      </div>
    </div>
  );
}
