import { memo, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { FormField } from '#forms/definition/form-definition.ts';
import { Outline, OutlineLink } from '#web/ui/question-section.tsx';
import type { Filling } from './filling.ts';
import { isAnswerable, type Progress, progressOf, sectionsOf } from './sections.ts';
import { pathOf } from './state.ts';
import { useOverview } from './use-overview.ts';

/** The element that holds the questions. */
export const questionsId = 'questions';

/** How far some questions are; drawn again when that changes, and at no other key. */
const useProgress = (filling: Filling, questions: readonly FormField[]): Progress => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = questions.map(({ field_id }) => filling.subscribe(field_id)(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [filling, questions],
  );
  const words = useSyncExternalStore(subscribe, () => JSON.stringify(progressOf(filling, questions)));
  return useMemo(() => JSON.parse(words) as Progress, [words]);
};

/** The place on the screen, from its top, at which a section is the one that is read. */
const readingLine = 0.3;

/** Of the elements with these ids the last one that begins before a place. */
const lastBefore = (ids: readonly string[], isBefore: (element: HTMLElement) => boolean): string | undefined =>
  ids.findLast((id) => {
    const element = document.getElementById(id);
    return element !== null && isBefore(element);
  });

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/** The section in which somebody works: where the focus is, or, once they scroll away from it, what they read. */
const useCurrent = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const among = (element: Element | null) => document.getElementById(questionsId)?.contains(element);
    const byFocus = (focus: Element) =>
      lastBefore(
        ids,
        (element) =>
          element === focus || (element.compareDocumentPosition(focus) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      );
    const isAtTop = () => document.getElementById(questionsId)!.getBoundingClientRect().top > 0;
    const byPlace = (scroller: Element | null) =>
      scroller && scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 4
        ? ids.at(-1)
        : lastBefore(ids, (element) => element.getBoundingClientRect().top <= innerHeight * readingLine && !isAtTop());
    const look = (scroller: Element | null) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const { activeElement: focus } = document;
        setCurrent((focus && among(focus) && isInView(focus) ? byFocus(focus) : byPlace(scroller)) ?? ids[0]);
      });
    };
    const onScroll = ({ target }: Event) => {
      if (target instanceof Element && target.querySelector(`#${questionsId}`)) look(target);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (among(target as Element)) look(null);
    };
    look(null);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    document.addEventListener('focusin', onFocus);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', onScroll, { capture: true });
      document.removeEventListener('focusin', onFocus);
    };
  }, [ids]);
  return current;
};

type LineProps = { filling: Filling; id: string; title: string; questions: readonly FormField[]; isCurrent?: boolean };

const Line = memo(({ filling, id, title, questions, isCurrent }: LineProps) => {
  const { state, toFix } = useProgress(filling, questions);
  return (
    <OutlineLink
      id={id}
      title={title}
      state={state}
      {...(questions.length > 1 && toFix > 0 ? { toFix } : {})}
      {...(isCurrent ? { current: true } : {})}
    />
  );
});

/** What the outline of these fields lists. */
export const outlineTitle = (fields: readonly FormField[]): string =>
  sectionsOf(fields).length > 0 ? 'Sections' : 'Questions';

/**
 * The sections of a form with what is done and what is to fix, the present one marked, each leading to its place; the
 * questions where there are no sections.
 */
export const QuestionOutline = memo(({ filling }: { filling: Filling }) => {
  const fields = useOverview(filling, (overview) => overview.visibleFields);
  const lines = useMemo(() => {
    const sections = sectionsOf(fields);
    const single = (entry: FormField) => ({ id: pathOf(entry.field_id), title: entry.field.name, questions: [entry] });
    return {
      title: outlineTitle(fields),
      all: sections.length > 0 ? sections : fields.filter(isAnswerable).map(single),
    };
  }, [fields]);
  const ids = useMemo(() => lines.all.map(({ id }) => id), [lines]);
  const current = useCurrent(ids);
  return (
    <Outline title={lines.title}>
      {lines.all.map((line) => (
        <Line key={line.id} filling={filling} {...line} isCurrent={line.id === current} />
      ))}
    </Outline>
  );
});
