import { flushSync } from 'react-dom';

/**
 * Puts words where the caret of a box is, apart from the word before them, and the caret behind them.
 * @param onChange what the box is told of its new text
 */
export const insertAt = (box: HTMLElement | null, words: string, onChange: (text: string) => void): void => {
  if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) return;
  const { value } = box;
  const [from, to] = [box.selectionStart ?? value.length, box.selectionEnd ?? value.length];
  const before = value.slice(0, from);
  const put = /\S$/.test(before) ? ` ${words}` : words;
  flushSync(() => onChange(before + put + value.slice(to)));
  box.focus();
  box.setSelectionRange(from + put.length, from + put.length);
};
