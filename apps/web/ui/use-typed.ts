import { useState } from 'react';

/** What typed text means: a value (null when blank), or a problem to show. */
export type ParseResult<T> = { value: T | null; problem?: undefined } | { value: null; problem: string };

/**
 * A box whose text means something else: a date, a number. The text stays as typed while it is being typed, also when it
 * cannot be read; `onChange` is told the value and the problem at each key. Leaving the box tidies text that was read and
 * shows the problem of text that was not.
 */
export function useTyped<T>({
  value,
  read,
  write,
  onChange,
}: {
  value: T | null;
  read: (text: string) => ParseResult<T>;
  write: (value: T) => string;
  onChange: (value: T | null, problem: string | null) => void;
}) {
  const textOf = (given: T | null) => (given === null ? '' : write(given));
  const [typed, setTyped] = useState(() => ({ text: textOf(value), value, left: true }));

  // The value was changed from outside: its text replaces what was typed.
  if (typed.value !== value) setTyped({ text: textOf(value), value, left: true });

  const type = (text: string) => {
    const reading = read(text);
    setTyped({ text, value: reading.value, left: false });
    onChange(reading.value, reading.problem ?? null);
  };
  const leave = () => {
    const { problem, value: kept } = read(typed.text);
    setTyped({ text: problem ? typed.text : textOf(kept), value: kept, left: true });
  };
  return { text: typed.text, type, leave, problem: typed.left ? (read(typed.text).problem ?? null) : null };
}
