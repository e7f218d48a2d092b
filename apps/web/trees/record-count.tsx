import { IconBolt } from '@tabler/icons-react';
import { counted } from '#web/kit/formats.ts';
import { Icon } from '#web/ui/icon.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import css from './record-count.module.css';

/** How many records stand in one of a tree, at the end of its row; with a sign when it gathers by itself. */
export const RecordCount = ({
  count,
  smart = false,
  updating = false,
}: {
  count: number;
  smart?: boolean;
  updating?: boolean;
}) => (
  <span className={css.count}>
    {smart && (
      <>
        <Icon of={IconBolt} size="xs" />
        <span className={hidden.text}>Adds records automatically.</span>
      </>
    )}
    {updating ? (
      'updating…'
    ) : (
      <>
        <span aria-hidden>{count.toLocaleString('en-US')}</span>
        <span className={hidden.text}>{counted(count, 'record')}</span>
      </>
    )}
  </span>
);
