import { useEffect } from 'react';
import { questionsId } from './question-outline.tsx';

/**
 * Puts the focus on the first question that can be answered, once, when the page of a form appears. It leaves alone who
 * works elsewhere already, and touch screens, where a keyboard would come up over the form.
 */
export const useFirstFocus = (isNew: boolean): void => {
  useEffect(() => {
    const { activeElement } = document;
    const isIdle = activeElement === document.body || activeElement?.matches('h1');
    if (!isNew || !isIdle || matchMedia('(pointer: coarse)').matches) return;
    document
      .getElementById(questionsId)
      ?.querySelector<HTMLElement>(
        'input:enabled:not([readonly], [type=file]), textarea:enabled:not([readonly]), canvas[tabindex]',
      )
      ?.focus({ preventScroll: true });
  }, [isNew]);
};
