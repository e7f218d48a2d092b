import { type ComponentProps, use } from 'react';
import { Link } from 'react-router';
import css from './button.module.css';
import { onlyByTab } from './came-by-tab.ts';
import { Hint } from './hint.ts';
import { Icon, type IconType } from './icon.tsx';

type Look = {
  /** One `filled` button a view; `danger` only on the last step of something destructive. */
  tone?: 'default' | 'filled' | 'subtle' | 'danger';
  /** `inline` stands in a line of text. */
  size?: 'small' | 'inline';
  block?: boolean;
  icon?: IconType;
  iconEnd?: IconType;
};

export type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean };

/** A button with words. While `busy` it keeps its width and focus, shows a spinner and ignores presses. */
export function Button({ tone, size, block, icon, iconEnd, busy, children, type, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : (type ?? 'button')}
      onClick={busy ? undefined : onClick}
      className={css.button}
      data-tone={tone}
      data-size={size}
      data-block={block || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      {busy ? <span className={css.spinner} aria-hidden /> : icon && <Icon of={icon} size="s" />}
      {children}
      {iconEnd && <Icon of={iconEnd} size="s" />}
    </button>
  );
}

/** A link that looks like a button: for going somewhere ("Add person"), where `Button` is for doing something. */
export function ButtonLink({
  tone,
  size,
  block,
  icon,
  iconEnd,
  children,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return (
    <Link
      {...rest}
      className={css.button}
      data-tone={tone}
      data-size={size}
      data-block={block || undefined}
      data-print="hide"
    >
      {icon && <Icon of={icon} size="s" />}
      {children}
      {iconEnd && <Icon of={iconEnd} size="s" />}
    </Link>
  );
}

type IconLook = { label: string; icon: IconType; size?: 'small'; boxed?: boolean };

/** A button that shows an icon only; its label is its name and its tooltip. */
export function IconButton({ label, icon, size, boxed, ...rest }: ComponentProps<'button'> & IconLook) {
  const Hinted = use(Hint);
  return (
    <Hinted label={label}>
      <button
        type="button"
        aria-label={label}
        onFocusCapture={onlyByTab}
        {...rest}
        className={css.icon}
        data-size={size}
        data-boxed={boxed || undefined}
      >
        <Icon of={icon} />
      </button>
    </Hinted>
  );
}

/** A link that shows an icon only. */
export function IconLink({ label, icon, size, boxed, ...rest }: ComponentProps<typeof Link> & IconLook) {
  const Hinted = use(Hint);
  return (
    <Hinted label={label}>
      <Link
        aria-label={label}
        {...rest}
        className={css.icon}
        data-size={size}
        data-boxed={boxed || undefined}
        data-print="hide"
      >
        <Icon of={icon} />
      </Link>
    </Hinted>
  );
}
