import { IconPencil } from '@tabler/icons-react';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type Action, ActionMenu } from './action-menu.tsx';
import { Avatar } from './avatar.tsx';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import { ButtonLink } from './button.tsx';
import layout from './layout.module.css';
import css from './record-header.module.css';
import { usePhone } from './use-room.ts';

export type RecordHeaderProps = {
  crumbs?: Crumb[];
  /** The one h1 of the screen. */
  title: string;
  /** The name of a person as the title is larger. */
  large?: boolean;
  /** A photo, or the initials of the name, before the title. */
  avatar?: { name: string; photo?: string };
  /** A StatusBadge. */
  badge?: ReactNode;
  /** A few facts under the title, each a text or an element; `mono` facts come as <code>. */
  facts?: ReactNode[];
  /** The address of its form: behind "Edit", which on a phone is the first of the actions. */
  edit?: string | undefined;
  /** The main buttons, beside "Edit". */
  primary?: ReactNode;
  /** Avatar and facts stay in view too, where people must always see whose record they work on. */
  whole?: boolean;
  /** On phones it goes with the page, because something else stays in its place. */
  passing?: boolean;
  /** The rest, behind "More actions". */
  actions?: Action[];
};

const Opener = createContext<ReactNode>(null);

/** What opens the tools of the records within, while those have no room beside them. */
export const RecordToolsOpener = Opener.Provider;

/** The head of a record. It stays in view, and gets smaller while the page under it is scrolled, unless it is `whole`. */
export function RecordHeader({ actions = [], ...props }: RecordHeaderProps) {
  const { crumbs, title, large, avatar, badge, facts, edit, primary, whole = false, passing = false } = props;
  const isPhone = usePhone();
  const isPassing = passing && isPhone;
  const { mark, header, stuck } = useStuck(whole || isPassing);
  const opener = useContext(Opener);
  useArrival(header);
  return (
    <>
      {crumbs && (
        <div className={css.above}>
          <Breadcrumbs crumbs={crumbs} />
          {opener && (
            <span className={css.opener} data-print="hide">
              {opener}
            </span>
          )}
        </div>
      )}
      <div ref={mark} />
      <div
        className={`${layout.top} ${css.header}`}
        ref={header}
        data-large={large || undefined}
        data-stuck={stuck || undefined}
        data-whole={whole || undefined}
        data-passing={isPassing || undefined}
      >
        {avatar && (
          <span className={css.avatar}>
            <Avatar name={avatar.name} src={avatar.photo} size="record" />
          </span>
        )}
        <div className={css.text}>
          <div className={css.line}>
            <h1 className={css.title} tabIndex={-1}>
              <bdi>{title}</bdi>
            </h1>
            {badge}
          </div>
          {facts && facts.length > 0 && (
            <div className={css.facts}>
              {facts.map((fact, index) => (
                <span key={index}>{fact}</span>
              ))}
            </div>
          )}
        </div>
        {(primary || (edit && !isPhone)) && (
          <div className={css.primary} data-print="hide">
            {edit && !isPhone && (
              <ButtonLink to={edit} icon={IconPencil}>
                Edit
              </ButtonLink>
            )}
            {primary}
          </div>
        )}
        <ActionMenu
          label="More actions"
          actions={edit && isPhone ? [{ label: 'Edit', icon: IconPencil, to: edit }, ...actions] : actions}
          boxed
        />
      </div>
    </>
  );
}

/**
 * Puts the focus on the title of a screen that was come to by a button or link which is gone, so that people who work by
 * keys or hear the screen go on from there. The first screen of a visit begins at its very top.
 */
function useArrival(header: RefObject<HTMLElement | null>) {
  const isFirst = useLocation().key === 'default';
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (!isFirst && document.activeElement === document.body)
      header.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, []);
}

/**
 * Tells whether the header has reached the top of its scroller. The header gives up height when it does; the difference
 * becomes its margin, or a page that is only just too long would jump between the two states for ever.
 */
function useStuck(isSteady: boolean) {
  const mark = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    if (isSteady) return setStuck(false);
    const observer = new IntersectionObserver(([entry]) => {
      const passed = !entry!.isIntersecting && entry!.boundingClientRect.top < (entry!.rootBounds?.top ?? 0) + 1;
      if (passed) header.current!.style.setProperty('--shrunk', `${header.current!.offsetHeight - 44}px`);
      setStuck(passed);
    });
    observer.observe(mark.current!);
    return () => observer.disconnect();
  }, [isSteady]);
  return { mark, header, stuck };
}
