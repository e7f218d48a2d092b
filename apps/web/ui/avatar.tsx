import css from './avatar.module.css';

/** First letters of the first and the last word of a name: "Ana M. Rivera" is "AR". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1)! : '';
  return `${[...words[0]!][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
}

/** A photo, or the initials where there is none. Decoration unless `alt` names it: the name stands beside it. */
export function Avatar({ name, src, size, alt = '' }: { name: string; src?: string; size?: 'record'; alt?: string }) {
  if (src) return <img className={css.avatar} data-size={size} src={src} alt={alt} />;
  return (
    <span className={css.avatar} data-size={size} aria-hidden>
      {initials(name)}
    </span>
  );
}
