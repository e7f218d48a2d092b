import type { ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import css from './match-list.module.css';
import { type Reason, Reasons } from './reasons.tsx';

export type Match = {
  key: number | string;
  name: string;
  badge?: ReactNode;
  facts: ReactNode;
  reasons: readonly Reason[];
  /** What is done with it: a Button or ButtonLink that names it. */
  action: ReactNode;
};

/** Records that may be the one at hand, each with the reasons. */
export const MatchList = ({ matches, foot }: { matches: readonly Match[]; foot?: ReactNode }) => (
  <div className={css.matches}>
    <ul>
      {matches.map(({ key, name, badge, facts, reasons, action }) => (
        <li key={key} className={css.match}>
          <Avatar name={name} />
          <div className={css.text}>
            <p className={css.line}>
              <b>
                <bdi>{name}</bdi>
              </b>
              {badge}
            </p>
            <p className={css.facts}>{facts}</p>
            <Reasons reasons={reasons} />
          </div>
          {action}
        </li>
      ))}
    </ul>
    {foot && <div className={css.foot}>{foot}</div>}
  </div>
);
