import { IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { foldTyped } from './highlight.tsx';
import { SearchBox } from './search-box.tsx';
import css from './searched-sections.module.css';
import { SectionTabs } from './tabbed-sections.tsx';
import { HiddenSections } from './takes-tabs.ts';

const none: ReadonlySet<string> = new Set();
/** So much of what is typed or pasted is looked for, in characters. */
const maxQuery = 100;
const labels = 'label, legend, h2, dt, button';

const wordsOf = (query: string): string[] => foldTyped(query).split(/\s+/).filter(Boolean);
const holds = (element: Element, words: string[]): boolean => {
  const text = foldTyped(`${element.textContent} ${element.getAttribute('data-keywords') ?? ''}`);
  return words.every((word) => text.includes(word));
};
const sectionsIn = (place: Element | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('section[id]') ?? []),
];

/** Which sections lack a word of the query, in all that stands in them: titles, labels, help. */
const hiddenBy = (query: string, place: Element | null): ReadonlySet<string> => {
  const words = wordsOf(query);
  if (words.length === 0) return none;
  return new Set(
    sectionsIn(place)
      .filter((section) => !holds(section, words))
      .map(({ id }) => id),
  );
};

/** The control that the words name, where it can take the focus. */
const controlOf = (section: Element, words: string[]): HTMLElement | null => {
  const label = [...section.querySelectorAll<HTMLElement>(labels)].find((one) => holds(one, words));
  const control = label instanceof HTMLLabelElement ? label.control : label instanceof HTMLButtonElement ? label : null;
  return control?.matches(':disabled') ? null : control;
};

/** Puts the focus where the words stand in the first section that is in sight: on the control of that label, or the heading. */
const leadTo = (query: string, place: Element | null): void => {
  const words = wordsOf(query);
  const section = sectionsIn(place).find(({ hidden }) => !hidden);
  if (!section || words.length === 0) return;
  const control = controlOf(section, words);
  (control ?? section).scrollIntoView({ block: control ? 'center' : 'start' });
  (control ?? section.querySelector('h2'))?.focus({ preventScroll: true });
};

/**
 * Sections with a list of links at their side, and a search over all that stands in them. While somebody searches, the
 * sections without the words are out of sight, with what was typed in them. Enter leads to what was found first.
 * @param search the name of the search box
 * @param noun what is searched, in the plural: "settings"
 */
export function SearchedSections({
  label,
  search,
  noun,
  children,
}: {
  label: string;
  search: string;
  noun: string;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const [hidden, setHidden] = useState(none);
  const total = query ? sectionsIn(place.current).length : 0;
  const find = (text: string) => {
    const short = text.slice(0, maxQuery);
    setTyped(short);
    setHidden(hiddenBy(short, place.current));
  };
  useEffect(() => {
    if (!query || !place.current) return;
    // What a section loads may hold the words. What is in sight stays: somebody may be typing in it.
    const observer = new MutationObserver(() =>
      setHidden((before) => {
        const found = hiddenBy(query, place.current);
        const now = new Set([...before].filter((key) => found.has(key)));
        return now.size === before.size ? before : now;
      }),
    );
    for (const section of sectionsIn(place.current))
      observer.observe(section, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [query]);
  const isFound = query === '' || hidden.size < total;
  const leadOn = (text: string) => {
    flushSync(() => find(text));
    leadTo(text.slice(0, maxQuery), place.current);
  };
  return (
    <HiddenSections value={hidden}>
      <div ref={place}>
        <SectionTabs
          label={label}
          beside
          above={
            <>
              <SearchBox
                label={search}
                value={typed}
                placeholder={search}
                delay={120}
                onSearch={find}
                onLeadOn={leadOn}
              />
              <p role="status" className={css.status}>
                {query && isFound && `${total - hidden.size} of ${total} sections`}
                {!isFound && `No ${noun} found`}
              </p>
            </>
          }
        >
          {children}
          {!isFound && (
            <EmptyState
              icon={IconSearchOff}
              title={`No ${noun} match “${query}”`}
              action={<Button onClick={() => find('')}>Clear search</Button>}
            />
          )}
        </SectionTabs>
      </div>
    </HiddenSections>
  );
}
