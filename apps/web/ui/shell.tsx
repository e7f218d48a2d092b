import { Drawer } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { createContext, Fragment, type ReactNode, useContext, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ActingBar, type ActingBarProps } from './acting-bar.tsx';
import { IconButton } from './button.tsx';
import { Icon, type IconType } from './icon.tsx';
import css from './shell.module.css';
import { RecordSkeleton } from './skeleton.tsx';

export type NavEntry = { to: string; label: string; icon: IconType; current?: boolean };
export type NavGroup = { title: string; entries: NavEntry[] };

export type ShellProps = {
  /** The admin shell has an ink header, so that nobody mistakes it for an organization. */
  tone?: 'organization' | 'admin';
  brand: { name: string; to: string; logo?: ReactNode; tagline?: string };
  /** Who is here on behalf of the platform sees a stripe of ink above the header, and this word in it. */
  staff?: string | undefined;
  groups: NavGroup[];
  /** Opens the palette; without it there is no search box in the banner. */
  onPalette?: () => void;
  /** Icon buttons before the person's menu. */
  tools?: ReactNode;
  user: ReactNode;
  /** Set while someone acts for another person. */
  acting?: ActingBarProps;
  /** What the head of the first printed page says: whose it is, and when it was printed. */
  printHead?: { name: string; note: string };
  /** What the foot of a printed page says, for example "Confidential — printed by Dana Whitlock at 11/21/26 10:42 AM". */
  printNote?: string;
  /** What lasts and concerns all of the page; said aloud politely. */
  notice?: ReactNode;
  children: ReactNode;
};

const InShell = createContext(false);

/** Whether a screen stands in a shell; one that does not brings its own `main`. */
export const useInShell = (): boolean => useContext(InShell);

/** The frame of every signed-in screen: skip link, banner (50 px), navigation (120 px, a drawer on phones), main. */
export function Shell({
  tone = 'organization',
  groups,
  printHead,
  printNote = 'Confidential',
  notice,
  children,
  ...banner
}: ShellProps) {
  const main = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link to a place on this page, which must not change the address */}
      <a
        className={css.skip}
        href="#main"
        data-print="hide"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to main content
      </a>
      {printHead && (
        <div className={`print-only ${css.printHead}`}>
          <b>{printHead.name}</b>
          <span>{printHead.note}</span>
        </div>
      )}
      <div className={css.shell} data-tone={tone}>
        <Banner tone={tone} {...banner} onMenu={() => setOpen(true)} />
        <div className={css.notice} role="status" data-print="hide">
          {notice}
        </div>
        <nav className={css.rail} aria-label="Main">
          <NavGroups groups={groups} />
        </nav>
        <main className={css.main} id="main" ref={main} tabIndex={-1} data-print="flow">
          <InShell value>{children}</InShell>
        </main>
      </div>
      <Drawer
        opened={open}
        onClose={() => setOpen(false)}
        title={banner.brand.name}
        size={280}
        padding="sm"
        closeButtonProps={{ 'aria-label': 'Close menu' }}
      >
        <nav className={css.drawer} aria-label="Main">
          <NavGroups groups={groups} onFollow={() => setOpen(false)} />
        </nav>
      </Drawer>
      <p className="print-only">{printNote}</p>
    </>
  );
}

/** The frame until it is known who is in it and what they may open. */
export const ShellWaiting = ({ label }: { label: string }) => (
  <div className={css.shell}>
    <div className={css.header} />
    <div className={css.notice} />
    <div className={css.rail} />
    <main className={css.main}>
      <RecordSkeleton label={label} />
    </main>
  </div>
);

type BannerProps = Pick<ShellProps, 'tone' | 'brand' | 'staff' | 'onPalette' | 'tools' | 'user' | 'acting'>;

function Banner({ tone, brand, staff, onPalette, tools, user, acting, onMenu }: BannerProps & { onMenu: () => void }) {
  const search = <IconButton label="Search or jump to" icon={IconSearch} onClick={onPalette} />;
  return (
    <header
      className={css.header}
      data-tone={tone}
      data-acting={acting ? true : undefined}
      data-staff={staff ? true : undefined}
      data-print="hide"
    >
      <div className={css.start}>
        <span className={css.menu}>
          <IconButton label="Menu" icon={IconMenu2} onClick={onMenu} />
        </span>
        <Link className={css.brand} to={brand.to}>
          {brand.logo && <span className={css.logo}>{brand.logo}</span>}
          <b>{brand.name}</b>
          {brand.tagline && <span className={css.tagline}>{brand.tagline}</span>}
        </Link>
        {staff && <span className={css.staff}>{staff}</span>}
      </div>
      {acting ? (
        <ActingBar {...acting} />
      ) : (
        <div>
          {onPalette && (
            <button type="button" className={css.palette} onClick={onPalette}>
              <Icon of={IconSearch} size="s" />
              <span>Search or jump to</span>
              <kbd>{isApple() ? '⌘ K' : 'Ctrl K'}</kbd>
            </button>
          )}
        </div>
      )}
      <div className={css.end}>
        {onPalette && (acting ? search : <span className={css.narrow}>{search}</span>)}
        {tools}
        {user}
      </div>
    </header>
  );
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A label may carry soft hyphens where it does not fit the rail; drawn by the style sheet, they stay out of the link's name. */
const hyphenated = (label: string) =>
  label.split('\u00AD').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <span className={css.hyphen} />}
      {part}
    </Fragment>
  ));

function NavGroups({ groups, onFollow }: { groups: NavGroup[]; onFollow?: () => void }) {
  return groups.map(({ title, entries }) => (
    <NavGroupList key={title} title={title}>
      {entries.map(({ to, label, icon, current }) => (
        <li key={to}>
          <Link className={css.entry} to={to} onClick={onFollow} aria-current={current ? 'page' : undefined}>
            <Icon of={icon} />
            <span>{hyphenated(label)}</span>
          </Link>
        </li>
      ))}
    </NavGroupList>
  ));
}

function NavGroupList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className={css.group}>{title}</p>
      <ul>{children}</ul>
    </>
  );
}
