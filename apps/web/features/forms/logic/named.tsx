import type { ReactNode } from 'react';

/** A group of controls that has a name. With an id it can be led to. */
export const Named = ({
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
