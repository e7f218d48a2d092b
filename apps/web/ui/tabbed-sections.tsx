import { type MouseEvent, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import css from './tabbed-sections.module.css';
import tabsCss from './tabs.module.css';
import { HiddenSections, type PlacedTab, TakesTabs } from './takes-tabs.ts';

const byPlace = (a: PlacedTab, b: PlacedTab) =>
  (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 ? -1 : 1;

/**
 * Sections under a strip of links to those that have a tab, in the order in which they stand. The strip stays in view
 * under the head of the record, and the link of the section that is read is the current one; the address of a section
 * leads to it.
 * @param beside whether the links stand in a list at the side of the sections, where there is room, each with its status
 * @param above what stands above that list
 */
export function SectionTabs({
  label,
  beside = false,
  above,
  children,
}: {
  label: string;
  beside?: boolean;
  above?: ReactNode;
  children: ReactNode;
}) {
  const [all, setTabs] = useState<readonly PlacedTab[]>([]);
  const hidden = use(HiddenSections);
  const tabs = useMemo(() => all.filter(({ key }) => !hidden.has(key)), [all, hidden]);
  const take = useCallback((tab: PlacedTab) => {
    setTabs((before) => [...before, tab].toSorted(byPlace));
    return () => setTabs((before) => before.filter((one) => one !== tab));
  }, []);
  const strip = useRef<HTMLElement>(null);
  const { current, goTo } = useCurrent(strip, tabs);
  const links = (
    <nav className={`${tabsCss.tabs} ${css.strip}`} aria-label={label} data-print="hide" ref={strip}>
      {tabs.map((tab) => (
        <a
          key={tab.key}
          className={`${tabsCss.tab} ${css.tab}`}
          href={`#${tab.key}`}
          aria-current={tab.key === current ? 'true' : undefined}
          onClick={(event) => goTo(event, tab)}
        >
          {tab.label}{' '}
          {tab.count !== undefined && <span className={css.count}>{tab.count.toLocaleString('en-US')}</span>}
          {tab.status && <span className={css.status}>{tab.status}</span>}
        </a>
      ))}
    </nav>
  );
  if (!beside)
    return (
      <TakesTabs value={take}>
        {links}
        {children}
      </TakesTabs>
    );
  return (
    <TakesTabs value={take}>
      <div className={css.beside}>
        <div className={css.side} data-side>
          {above && <div className={css.above}>{above}</div>}
          {links}
        </div>
        <div className={css.content}>{children}</div>
      </div>
    </TakesTabs>
  );
}

/** How far under the upper edge of the strip, or of the list at the side with what is above it, one reads. */
const readingLine = 65;

/** The last section that begins above the line that is read. At the end of the page the last. */
const readIn = (strip: HTMLElement, tabs: readonly PlacedTab[], scroller: Element | null): string | undefined => {
  if (scroller && scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 4)
    return tabs.at(-1)?.key;
  const side = strip.closest('[data-side]')?.getBoundingClientRect();
  const line = (side?.height ? side : strip.getBoundingClientRect()).top + readingLine;
  return (tabs.findLast(({ element }) => element.getBoundingClientRect().top <= line) ?? tabs[0])?.key;
};

/** Which section is read, and what goes to another: that one is current until the reader scrolls away from it. */
function useCurrent(strip: { current: HTMLElement | null }, tabs: readonly PlacedTab[]) {
  const [current, setCurrent] = useState<string>();
  const isGoing = useRef(false);
  const latest = useRef(tabs);
  latest.current = tabs;
  const keys = tabs.map(({ key }) => key).join(' ');

  // Not when a status is loaded: the reader may have gone to a section that does not reach the line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when sections come or go
  useEffect(() => {
    let frame = 0;
    const look = (scroller: Element | null) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (!isGoing.current && strip.current) setCurrent(readIn(strip.current, latest.current, scroller));
        isGoing.current = false;
      });
    };
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Element) || target === strip.current || target.hasAttribute('data-side')) return;
      if (target.contains(strip.current)) look(target);
    };
    look(null);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [strip, keys]);

  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!link || !strip.current || current === undefined) return;
    const { left, right } = link.getBoundingClientRect();
    const { left: from, right: to } = strip.current.getBoundingClientRect();
    if (left < from) strip.current.scrollLeft -= from - left + 16;
    else if (right > to) strip.current.scrollLeft += right - to + 16;
  }, [strip, current]);

  const go = useCallback(({ key, element }: PlacedTab) => {
    isGoing.current = true;
    setCurrent(key);
    element.scrollIntoView();
    element.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, []);
  const goTo = (event: MouseEvent, tab: PlacedTab) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(tab);
  };

  const { hash, key: visit } = useLocation();
  const visited = useRef<string>(undefined);
  useEffect(() => {
    const tab = tabs.find(({ key }) => hash === `#${key}`);
    if (!tab || visited.current === visit) return;
    visited.current = visit;
    go(tab);
  }, [tabs, go, hash, visit]);
  return { current, goTo };
}
