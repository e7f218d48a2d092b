import type { ReactNode } from 'react';
import { type Brand, BrandLine } from './brand-line.tsx';
import css from './page.module.css';

/** A screen without a list beside it: the body scrolls, `foot` (a SaveBar) stays in view. */
export function Page({ foot, children }: { foot?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.page} data-print="flow">
      <div className={css.body} data-print="flow">
        {children}
      </div>
      {foot}
    </div>
  );
}

/** One card in the middle of the page, for screens before sign-in. It is the screen's `main` and holds its h1. */
export function CardPage({
  brand,
  title,
  intro,
  wide,
  below,
  note,
  foot,
  children,
}: {
  brand: Brand;
  title: string;
  intro?: ReactNode;
  /** 640 px for something to read, instead of 400. */
  wide?: boolean;
  /** Under the content, inside the card. */
  below?: ReactNode;
  /** Under the card. */
  note?: ReactNode;
  /** At the foot of the page. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className={css.auth}>
      <div className={css.middle}>
        <div className={css.card} data-wide={wide || undefined}>
          <BrandLine {...brand} />
          <h1>{title}</h1>
          {intro && <p className={css.intro}>{intro}</p>}
          <div className={css.content}>{children}</div>
          {below && <div className={css.below}>{below}</div>}
        </div>
        {note && <p className={css.small}>{note}</p>}
      </div>
      {foot && <p className={css.small}>{foot}</p>}
    </main>
  );
}

/** The fields of a record form in two columns (one on phones); wrap a field in `Half` to take one of the two. */
export function FormGrid({ children }: { children: ReactNode }) {
  return <div className={css.form}>{children}</div>;
}

export function Half({ children }: { children: ReactNode }) {
  return <div data-half>{children}</div>;
}

/**
 * The page of a form that is filled in: sections on the left, 640 px of questions, what is still needed on the right, and
 * `foot` (a SaveBar) below them, which stays in view. By keys the questions come first, then the foot, then the sides.
 */
export function FillerLayout({
  foot,
  outline,
  still,
  children,
}: {
  foot: ReactNode;
  outline: ReactNode;
  still: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={css.filler}>
      <div className={css.questions}>{children}</div>
      <div className={css.foot}>{foot}</div>
      <div className={css.before} data-print="hide">
        {outline}
      </div>
      <div className={css.after} data-print="hide">
        {still}
      </div>
    </div>
  );
}
