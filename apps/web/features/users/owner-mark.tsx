import { Tooltip } from '@mantine/core';
import { IconChessQueenFilled } from '@tabler/icons-react';
import css from './owner-mark.module.css';

/** The queen that marks the owner of the organization. */
export const OwnerMark = () => (
  <Tooltip label="Owner">
    <span className={css.mark} role="img" aria-label="Owner">
      <IconChessQueenFilled size={16} aria-hidden />
    </span>
  </Tooltip>
);
