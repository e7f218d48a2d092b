import { IconChessQueenFilled } from '@tabler/icons-react';
import { use } from 'react';
import { Hint } from '#web/ui/hint.ts';
import css from './owner-mark.module.css';

/** The queen that marks the owner of the organization. */
export const OwnerMark = () => {
  const Hinted = use(Hint);
  return (
    <Hinted label="Owner">
      <span className={css.mark} role="img" aria-label="Owner">
        <IconChessQueenFilled size={16} aria-hidden />
      </span>
    </Hinted>
  );
};
