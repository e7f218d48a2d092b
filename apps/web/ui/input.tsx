import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconType } from './icon.tsx';
import css from './input.module.css';

export type InputLook = {
  icon?: IconType;
  /** A sign before the value, such as "$". */
  lead?: string;
  /** What stands at the end of the box: one icon button, or a few letters. */
  end?: ReactNode;
  mono?: boolean;
};

/** The bare box without a label; screens use the fields (`TextField` and others), which give it one. */
export function Input({ icon, lead, end, mono, ...rest }: ComponentProps<'input'> & InputLook) {
  return (
    <span className={css.box}>
      {icon && <Icon of={icon} />}
      {lead && (
        <span className={css.lead} aria-hidden>
          {lead}
        </span>
      )}
      <input translate="no" {...rest} className={css.input} data-mono={mono || undefined} />
      {end && <span className={css.end}>{end}</span>}
    </span>
  );
}

/** The bare box for several lines; it grows with its text. */
export function Textarea(props: ComponentProps<'textarea'>) {
  return (
    <span className={css.box}>
      <textarea translate="no" {...props} className={css.input} />
    </span>
  );
}
