import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/layout.module.css';
import css from './conditions.module.css';
import { ControlGroup } from './control-group.tsx';

/** What stands around conditions: what is wrong with all of them, and the buttons below, `{id}.add` of which adds one. */
export const ConditionsFrame = ({
  id,
  name,
  before,
  error,
  onAdd,
  full,
  more,
  children,
}: {
  id: string;
  name: string;
  /** What is said above them. */
  before: ReactNode;
  error: string | null;
  onAdd: () => void;
  /** Why there can be no more. */
  full?: string | undefined;
  /** What stands beside the button. */
  more?: ReactNode;
  children: ReactNode;
}) => (
  <ControlGroup name={name} className={`${layout.column} ${css.conditions}`} id={id}>
    {before}
    {error && <p className={css.error}>{error}</p>}
    {children}
    <div className={layout.row}>
      <Button size="small" id={`${id}.add`} icon={IconPlus} onClick={onAdd} disabled={full !== undefined} title={full}>
        Add condition
      </Button>
      {more}
    </div>
  </ControlGroup>
);
