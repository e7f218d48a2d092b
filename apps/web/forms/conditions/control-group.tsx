import type { ReactNode } from 'react';
import css from './conditions.module.css';

/** A group of controls that has a name. With an id it can be led to. */
export const ControlGroup = ({
  name,
  className,
  id,
  children,
}: {
  name: string;
  className: string | undefined;
  id?: string;
  children: ReactNode;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and form semantics
  <div role="group" aria-label={name} className={className} id={id} tabIndex={id ? -1 : undefined}>
    {children}
  </div>
);

/** Controls that read as a sentence, in a row that has a name. @param remove the button that takes the row away */
export const ControlRow = ({ name, remove, children }: { name: string; remove: ReactNode; children: ReactNode }) => (
  <ControlGroup name={name} className={css.row}>
    <div className={css.controls}>{children}</div>
    {remove}
  </ControlGroup>
);
