import { IconFilePencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './draft-line.module.css';
import { Icon } from './icon.tsx';

/** Something that is not recorded yet, and what can be done with it. Dashed, as all that is not recorded. */
export function DraftLine({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={css.draft} data-print="hide">
      <Icon of={IconFilePencil} />
      <div className={css.words}>{children}</div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}

/** Drafts under each other, above what they are drafts of. */
export function DraftLines({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls of a form, and these stand outside it.
    <div className={css.drafts} role="group" aria-label="Drafts">
      {children}
    </div>
  );
}
