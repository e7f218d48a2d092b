import { type ComponentType, cloneElement, createContext, type ReactElement } from 'react';

export type HintProps = { label: string; children: ReactElement<{ title?: string }> };

/**
 * How a button that shows an icon only tells its name to whoever points at it. Staff's screens have tooltips; without
 * them, as on the page of a public form, the browser shows the name.
 */
export const Hint = createContext<ComponentType<HintProps>>(({ label, children }) =>
  cloneElement(children, { title: label }),
);
