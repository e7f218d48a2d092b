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

/** Three controls in a row that has a name, and a button that takes the row away. */
export const ControlRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <ControlGroup name={name} className={css.row}>
    {children}
  </ControlGroup>
);
