import { IconCheck, IconEqualNot } from '@tabler/icons-react';
import { Icon } from './icon.tsx';
import css from './reasons.module.css';

export type Reason = { words: string; differs?: true };

/** Why two records may be one: a tick for what is the same, another sign for what differs. */
export const Reasons = ({ reasons }: { reasons: readonly Reason[] }) => (
  <ul className={css.reasons}>
    {reasons.map(({ words, differs }) => (
      <li key={words} data-differs={differs}>
        <Icon of={differs ? IconEqualNot : IconCheck} size="xs" />
        {words}
      </li>
    ))}
  </ul>
);
